"""What an assistant may ask: `numscope mcp` serves the commands as tools of the Model Context Protocol.

`workspace` says which files may be named, `commands` runs a command in a child, `server` declares the tools.
"""
