"""What an editor shows of the last recording: `numscope lsp` speaks the Language Server Protocol over these parts.

`latest` finds the trace, `recording` reads it, `matching` finds the recorded lines in the text as it is now, `server`
answers.
"""
