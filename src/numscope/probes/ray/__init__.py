"""The probe of Ray: which task computes, and which line asked for it."""
