"""What always holds in runs that went well, and the first of it that another run breaks."""

from numscope.analysis.learn.against import Against, Violation, against
from numscope.analysis.learn.infer import learn
from numscope.analysis.learn.rules import Rule, Rules, read_rules, write_rules

__all__ = ["Against", "Rule", "Rules", "Violation", "against", "learn", "read_rules", "write_rules"]
