"""Tables that survive anything, and the protocol every interface stands on."""
