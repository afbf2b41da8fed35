"""One file, one mechanic."""
