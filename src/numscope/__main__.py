"""`python -m numscope`."""

from numscope.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
