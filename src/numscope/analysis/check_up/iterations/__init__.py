"""What is wrong with loops that go on step by step: they run away, stop too early, or lose what they keep."""
