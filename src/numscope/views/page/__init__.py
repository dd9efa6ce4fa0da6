"""Pages that need no network: the built front end, and data in a form that stays small and opens fast."""
