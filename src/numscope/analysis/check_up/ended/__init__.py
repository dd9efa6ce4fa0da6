"""What ended the program, in the user's names and with the values: one file for each family of mistakes."""
