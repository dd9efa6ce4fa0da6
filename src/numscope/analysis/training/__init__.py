"""What a run trained: its parameters, who wrote them, in which steps, in which mode the layers ran."""

from numscope.analysis.training.ledger import Ledger, ModuleCall, Parameter, Step, Write

__all__ = ["Ledger", "ModuleCall", "Parameter", "Step", "Write"]
