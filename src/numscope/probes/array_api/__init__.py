"""Libraries that follow the array API standard, or that compute with blocks of arrays, as numscope sees them."""
