"""What several ranks did together: who differs, who is missing, who is late, who went NaN first."""
