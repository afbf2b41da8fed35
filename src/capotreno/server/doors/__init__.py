"""The server's doors: REST and sockets."""
