"""The game in the browser: tables with people and bots, over HTTP and WebSockets."""
