"""scikit-learn's probe."""
