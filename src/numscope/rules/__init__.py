"""The language of rules over operations: read safely, asked while a program runs and of its trace afterwards."""
