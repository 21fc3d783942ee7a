"""The game in the browser: tables with people and bots at them, over HTTP and WebSockets. Rules run
here only.
"""
