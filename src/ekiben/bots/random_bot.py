"""The random bot."""

from __future__ import annotations

from collections.abc import Sequence

from ekiben.bots.bot import Bot, Limit
from ekiben.core.action import Action
from ekiben.core.layout import View


class Uniform(Bot):
    """It takes any legal action, each as likely as the others."""

    def choose(self, view: View, legal: Sequence[Action], limit: Limit) -> Action:
        return self.luck(view).choice(legal)
