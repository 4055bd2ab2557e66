"""The table server: games for browsers, over HTTP. It knows every game only through the kernel."""
