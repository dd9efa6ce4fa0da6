"""`numscope halted`: the operation at which a program was stopped, and a script that shows it again."""
