"""matplotlib as numscope sees it: what was plotted."""
