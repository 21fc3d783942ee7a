"""Tokyo's bots, as the registry of families finds them."""

from __future__ import annotations

from ekiben.bots.bot import Bot
from ekiben.bots.expert import Expert
from ekiben.bots.family import BotFamily, ExpertKeys
from ekiben.bots.learned.bot import Learned
from ekiben.bots.tokyo.apprentice import Apprentice
from ekiben.bots.tokyo.courier import Courier
from ekiben.bots.tokyo.dispatcher import Dispatcher
from ekiben.bots.tokyo.drifter import Drifter
from ekiben.bots.tokyo.expert import TokyoExpert
from ekiben.bots.tokyo.learned import TokyoLearned, learned_seats
from ekiben.bots.tokyo.pipe_messages import board_message, position_message
from ekiben.bots.tokyo.sealer import Sealer
from ekiben.bots.tokyo.strategist import BY_TIME, Strategist


def expert(keys: ExpertKeys) -> Bot:
    return TokyoExpert(keys.seed, games=keys.rollouts or BY_TIME)


BOTS = BotFamily(
    bots={
        "drifter": Drifter,
        "apprentice": Apprentice,
        "courier": Courier,
        "dispatcher": Dispatcher,
        "sealer": Sealer,
        "strategist": Strategist,
        "learned": Learned,
        "expert": Expert,
    },
    levels={
        "beginner": "apprentice",
        "easy": "courier",
        "medium": "dispatcher:jobs=1,among=12,width=20,cushion=0,purse=20",
        "hard": "dispatcher",
        "master": "learned",
        "expert": "expert",
    },
    usual="courier",
    expert=expert,
    board_message=board_message,
    position_message=position_message,
    learned=TokyoLearned,
    learned_seats=learned_seats,
)
