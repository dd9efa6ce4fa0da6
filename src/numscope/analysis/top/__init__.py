"""`numscope top`: costs added up, and the bandwidth of this machine beside them."""
