"""The exceptions a user can meet, each with the exit code its command ends with."""

from __future__ import annotations


class NumscopeError(Exception):
    """A mistake or misfortune told to the user in one sentence, without a traceback."""

    exit_code = 2


class UsageError(NumscopeError):
    """The command, option or value asked for makes no sense as given."""


class TooLargeError(UsageError):
    """The answer to a question takes more memory than a question may have."""


class InterruptedByUserError(NumscopeError):
    """Ctrl-C while a trace was asked."""

    exit_code = 130


class TraceError(NumscopeError):
    """A trace is missing, foreign, truncated beyond use, or of a newer format."""

    exit_code = 3
