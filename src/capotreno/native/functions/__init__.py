"""How one function of the rules becomes one of C++: statements, expressions, calls, loops."""
