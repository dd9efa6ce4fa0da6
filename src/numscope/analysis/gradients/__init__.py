"""`numscope gradients`: the norms of gradients by parameter and step."""
