"""What is wrong with rows, labels and missing values of tables."""
