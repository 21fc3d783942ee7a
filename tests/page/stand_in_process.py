"""Decodes and encodes messages with the page's stand-in for msgspec, in a process of its own.

Reads `[[type, text], …]` as JSON, and writes for each what came of it, as JSON.
"""

import importlib
import json
import sys

STAND_INS = "ekiben.page.stand_ins."


def install():
    """Have every `import msgspec` find the stand-in, as in a page."""
    importlib.import_module(f"{STAND_INS}msgspec")
    for name, module in list(sys.modules.items()):
        if name.startswith(f"{STAND_INS}msgspec"):
            sys.modules[name.removeprefix(STAND_INS)] = module


def outcome(kind, text):
    """The value as JSON again and as it shows itself, or the error."""
    import msgspec

    module, _, name = kind.partition(":")
    wanted = getattr(importlib.import_module(module), name)
    try:
        value = msgspec.json.decode(text, type=wanted)
    except (msgspec.MsgspecError, UnicodeError) as error:
        return f"{type(error).__name__}: {error}"
    return [msgspec.json.encode(value).decode(), repr(value)]


if __name__ == "__main__":
    install()
    cases = json.load(sys.stdin)
    json.dump([outcome(kind, text) for kind, text in cases], sys.stdout)
