"""One file, one box: declarations that read like their rulebooks."""
