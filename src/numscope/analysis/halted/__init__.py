"""Where `--stop-on` halted a program: what is known of it, and a script that shows the same again."""
