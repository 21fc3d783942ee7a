"""A position for every reason and remark of the route games' coach, by its key."""

from arranging import arranged, with_last_turns
from table import new, play, started

LONDON = {
    "hand": {0: {"blue": 2, "wild": 1}},
    "market": ["black", "green", "pink", "yellow", "blue"],
}
NEAR = ("cedar-rapids-wausau", "new-york-syracuse", "eau-claire-green-bay")
FAR = ("madison-ottawa", "ottawa-thunder-bay", "duluth-new-york")
CITY = ["big-ben-charterhouse"]  # five spaces


def london(seats=2, **given):
    return arranged(started("london", seats), **{**LONDON, **given})


def europe(seats=3, **given):
    return arranged(started("europe", seats), **given)


def lakes(seats=2, **given):
    return arranged(started("great-lakes", seats), **given)


def after(match, *actions):
    play(match, *actions)
    return match


def last_round(match):
    """The viewer's last turn: the other player has brought the end near."""
    return with_last_turns(match, 1, last_seat=1)


def offered(tickets, held=(), **given):
    match = london(tickets={0: list(held)}, ticket_deck=tickets, **given)
    return after(match, "tickets")


EXPLAINED = {
    "claim-completes": lambda: (
        london(
            tickets={0: ["globe-theatre-trafalgar-square"]},
            routes={0: ["globe-theatre-waterloo"]},
            hand={0: {"wild": 2}},
        ),
        "claim trafalgar-square-waterloo",
    ),
    "claim-way": lambda: (
        london(tickets={0: ["british-museum-piccadilly-circus"]}, hand={0: {"wild": 4}}),
        "claim british-museum-covent-garden",
    ),
    "claim-way-detour": lambda: (
        london(tickets={0: ["piccadilly-circus-regents-park"]}, hand={0: {"wild": 4}}),
        "claim british-museum-regents-park",
    ),
    "claim-last-twin": lambda: (
        london(
            3,
            tickets={0: ["covent-garden-tower-of-london"]},
            routes={1: ["covent-garden-st-pauls"]},
            hand={0: {"wild": 4}, 1: {}},
            pieces={1: {"bus": 3}},
        ),
        "claim covent-garden-st-pauls/2",
    ),
    "claim-only-way": lambda: (
        london(
            tickets={0: ["kings-cross-tower-of-london"]},
            routes={
                1: ["charterhouse-kings-cross", "british-museum-kings-cross"],
                0: ["british-museum-regents-park"],
            },
            pieces={1: {"bus": 1}},
            hand={0: {"wild": 4}},
        ),
        "claim kings-cross-regents-park",
    ),
    "claim-before-lost": lambda: (
        london(
            tickets={0: ["kings-cross-tower-of-london"]},
            routes={
                1: ["charterhouse-kings-cross", "british-museum-kings-cross"],
                0: ["british-museum-regents-park"],
            },
            hand={0: {"wild": 3}, 1: {"green": 5, "pink": 4}},
        ),
        "claim kings-cross-regents-park",
    ),
    "claim-before-detour": lambda: (
        london(
            tickets={0: CITY},
            routes={1: ["big-ben-waterloo"]},
            hand={0: {"wild": 3}, 1: {"green": 5, "pink": 4}},
        ),
        "claim big-ben-trafalgar-square",
    ),
    "claim-only-way-station": lambda: (
        europe(
            tickets={0: ["danzig-lisboa"]},
            routes={1: ["cadiz-lisboa"]},
            pieces={1: {"train": 2}, 2: {"train": 2}},
            hand={0: {"wild": 3}},
        ),
        "claim lisboa-madrid",
    ),
    "claim-before-lost-station": lambda: (
        europe(
            tickets={0: ["danzig-lisboa"]},
            routes={1: ["cadiz-lisboa"]},
            hand={0: {"wild": 3}, 1: {"purple": 12, "red": 10}},
        ),
        "claim lisboa-madrid",
    ),
    "claim-plan": lambda: (
        london(
            tickets={0: ["covent-garden-hyde-park", "buckingham-palace-kings-cross"]},
            hand={0: {"wild": 4}},
        ),
        "claim buckingham-palace-hyde-park",
    ),
    "claim-last-turn": lambda: (
        last_round(london(tickets={0: CITY}, hand={0: {"wild": 3}})),
        "claim big-ben-trafalgar-square",
    ),
    "claim-end": lambda: (
        london(tickets={0: []}, pieces={0: {"bus": 4}}, hand={0: {"wild": 2}}),
        "claim big-ben-buckingham-palace",
    ),
    "claim-block": lambda: (
        london(
            tickets={0: []},
            routes={1: ["big-ben-trafalgar-square", "elephant-castle-waterloo"]},
            hand={0: {"wild": 2}, 1: {"blue": 4, "green": 3}},
        ),
        "claim big-ben-waterloo",
    ),
    "claim-district": lambda: (
        london(tickets={0: []}, hand={0: {"wild": 4}}),
        "claim british-museum-covent-garden",
    ),
    "claim-longest": lambda: (
        europe(
            tickets={0: []},
            routes={0: ["berlin-wien"], 1: ["brest-paris"]},
            hand={0: {"wild": 4}, 1: {}, 2: {}},
        ),
        "claim munchen-wien",
    ),
    "claim-long": lambda: (
        lakes(tickets={0: []}, hand={0: {"wild": 6}}),
        "claim erie-scranton",
    ),
    "claim-points": lambda: (
        london(tickets={0: []}, hand={0: {"wild": 4}}),
        "claim big-ben-elephant-castle",
    ),
    "draw-pays": lambda: (
        london(tickets={0: ["piccadilly-circus-regents-park"]}, hand={0: {"yellow": 2}}),
        "draw yellow",
    ),
    "draw-needed": lambda: (
        london(tickets={0: ["piccadilly-circus-regents-park"]}, hand={0: {"blue": 2, "green": 1}}),
        "draw yellow",
    ),
    "draw-spare": lambda: (
        london(tickets={0: ["piccadilly-circus-regents-park"]}, hand={0: {"blue": 3}}),
        "draw pink",
    ),
    "draw-colour": lambda: (london(tickets={0: []}), "draw pink"),
    "draw-wild-pays": lambda: (
        london(
            tickets={0: ["piccadilly-circus-regents-park"]},
            hand={0: {"yellow": 2}},
            market=["wild", "pink", "pink", "pink", "pink"],
        ),
        "draw wild",
    ),
    "draw-wild-ferry": lambda: (
        europe(
            tickets={0: ["berlin-london"]},
            routes={0: ["amsterdam-frankfurt", "berlin-frankfurt"]},
            hand={0: {}},
            market=["wild", "red", "red", "blue", "blue"],
        ),
        "draw wild",
    ),
    "draw-wild": lambda: (
        london(
            tickets={0: ["piccadilly-circus-regents-park"]},
            hand={0: {"blue": 2, "green": 1}},
            market=["wild", "pink", "pink", "pink", "pink"],
        ),
        "draw wild",
    ),
    "draw-deck": lambda: (
        london(tickets={0: ["piccadilly-circus-regents-park"]}, market=["black"] * 5),
        "draw deck",
    ),
    "draw-deck-open": lambda: (
        london(tickets={0: ["piccadilly-circus-regents-park"]}, hand={0: {}}),
        "draw deck",
    ),
    "draw-deck-free": lambda: (london(tickets={0: []}), "draw deck"),
    "draw-deck-needed": lambda: (
        lakes(tickets={0: ["new-york-syracuse"]}, hand={0: {}}),
        "draw trains",
    ),
    "draw-deck-other": lambda: (
        lakes(tickets={0: ["new-york-syracuse"]}, hand={0: {}}),
        "draw ships",
    ),
    "tickets-late": lambda: (london(tickets={0: []}, pieces={1: {"bus": 3}}), "tickets"),
    "tickets-early": lambda: (london(tickets={0: CITY}), "tickets"),
    "tickets-more": lambda: (london(tickets={0: []}), "tickets"),
    "keep-done": lambda: (
        offered(
            ["british-museum-piccadilly-circus", *CITY],
            routes={0: ["british-museum-piccadilly-circus"]},
        ),
        "keep 1",
    ),
    "keep-lost": lambda: (
        offered(["kings-cross-tower-of-london", *CITY], pieces={0: {"bus": 5}}),
        "keep 1",
    ),
    "keep-too-far": lambda: (
        offered(["hyde-park-st-pauls", *CITY], pieces={0: {"bus": 6}}),
        "keep 1 2",
    ),
    "keep-shared": lambda: (
        offered(["hyde-park-st-pauls", "covent-garden-hyde-park"]),
        "keep 1 2",
    ),
    "keep-joined": lambda: (
        offered(["covent-garden-hyde-park", *CITY], held=["hyde-park-st-pauls"]),
        "keep 1",
    ),
    "keep-worth": lambda: (offered([*CITY, "covent-garden-hyde-park"]), "keep 1"),
    "pay-only": lambda: (
        after(london(tickets={0: []}, hand={0: {"blue": 2}}), "claim baker-street-regents-park"),
        "pay 2 blue",
    ),
    "pay-wilds": lambda: (
        after(
            london(tickets={0: []}, hand={0: {"blue": 2, "wild": 1}}),
            "claim baker-street-regents-park",
        ),
        "pay 1 blue 1 wild",
    ),
    "pay-fewest-wilds": lambda: (
        after(
            london(tickets={0: []}, hand={0: {"blue": 2, "wild": 1}}),
            "claim baker-street-regents-park",
        ),
        "pay 2 blue",
    ),
    "pay-any": lambda: (
        after(
            london(tickets={0: []}, hand={0: {"blue": 1, "pink": 1}}),
            "claim big-ben-trafalgar-square",
        ),
        "pay 1 pink",
    ),
    "pay-keeps": lambda: (
        after(by_big_ben(), "claim big-ben-trafalgar-square"),
        "pay 1 pink",
    ),
    "pay-needed": lambda: (
        after(by_big_ben(), "claim big-ben-trafalgar-square"),
        "pay 1 blue",
    ),
    "pay-tunnel": lambda: (tunnel({"black": 6}), "pay 1 black"),
    "withdraw": lambda: (tunnel({"black": 6}), "withdraw"),
    "withdraw-must": lambda: (tunnel({"black": 3}), "withdraw"),
    "station-completes": lambda: (
        europe(
            tickets={0: ["brest-marseille"]},
            routes={0: ["marseille-paris"], 1: ["brest-paris"]},
        ),
        "station brest",
    ),
    "station-nearer": lambda: (
        europe(tickets={0: ["brest-marseille"]}, routes={1: ["brest-paris"]}),
        "station brest",
    ),
    "station-unused": lambda: (europe(tickets={0: ["brest-marseille"]}), "station erzurum"),
    "harbour-named": lambda: (
        lakes(
            tickets={0: ["chicago-detroit"]},
            routes={0: ["chicago-south-bend"]},
            hand={0: {"wild": 4}},
        ),
        "harbour chicago",
    ),
    "harbour-unnamed": lambda: (
        lakes(tickets={0: []}, routes={0: ["chicago-south-bend"]}, hand={0: {"wild": 4}}),
        "harbour chicago",
    ),
    "exchange-needed": lambda: (sailor(), "exchange 2 trains"),
    "exchange-too-many": lambda: (sailor(), "exchange 9 trains"),
    "exchange-unneeded": lambda: (sailor(), "exchange 1 ships"),
    "take-enough": lambda: (mixing(*NEAR), "take 25 trains"),
    "take-short": lambda: (mixing(*FAR), "take 33 trains"),
    "refill-needed": lambda: (refilling(["new-york-syracuse"]), "refill trains"),
    "refill-other": lambda: (refilling(["new-york-syracuse"]), "refill ships"),
    "refill-free": lambda: (refilling([]), "refill ships"),
    "pass": lambda: (stuck(), "pass"),
}


def by_big_ben():
    """To Waterloo over Big Ben: two blue routes, and a grey one between them."""
    return london(
        tickets={0: ["piccadilly-circus-waterloo"]},
        routes={1: ["trafalgar-square-waterloo"]},
        hand={0: {"blue": 2, "pink": 2}},
    )


def tunnel(hand):
    """A tunnel of three that costs one card more."""
    match = europe(
        tickets={0: []}, hand={0: hand}, deck=["black", "red", "red"], market=["red"] * 5
    )
    return after(match, "claim madrid-pamplona", "pay 3 black")


def sailor():
    """A ticket over water, and no ship to spare."""
    return lakes(
        tickets={0: ["buffalo-marquette"]}, pieces={0: {"train": 27, "ship": 1}}, hand={0: {}}
    )


def mixing(*tickets):
    """How many trains to take for these tickets."""
    match = new("great-lakes", luck={"tickets": list(tickets)})
    play(match, "keep 1 2 3", "keep all")
    return match


def refilling(tickets):
    """One card of each deck is open and a place is free: the player chooses the deck."""
    match = lakes(
        tickets={0: tickets},
        hand={0: {}},
        market=["red", "red-harbour", "red", "red-ship", "red-ship", "red-double"],
    )
    return after(match, "draw red")


def stuck():
    """Nothing to draw, no ticket, no card."""
    return london(tickets={0: []}, hand={0: {}}, market=[None] * 5, deck=[], rest=1, ticket_rest=1)


REMARKED = {
    "last-turn": lambda: last_round(london()),
    "last-round": lambda: after(last_round_of_two(), "draw deck", "draw deck"),
    "end-near": lambda: london(pieces={1: {"bus": 3}}, hand={1: {"pink": 3}}),
    "contested-lost": EXPLAINED["claim-before-lost"],
    "contested-lost-station": EXPLAINED["claim-before-lost-station"],
    "contested-detour": EXPLAINED["claim-before-detour"],
    "needs-station": lambda: europe(
        tickets={0: ["brest-marseille"]},
        routes={0: ["marseille-paris"], 1: ["brest-paris", "brest-dieppe", "brest-pamplona"]},
    ),
    "needs-paid": lambda: london(
        tickets={0: ["piccadilly-circus-regents-park"]}, hand={0: {"wild": 3, "yellow": 3}}
    ),
    "needs-wilds": lambda: europe(
        tickets={0: ["berlin-london"]},
        routes={0: ["amsterdam-frankfurt", "berlin-frankfurt"]},
        hand={0: {"red": 2}},
    ),
    "needs-cards": lambda: london(tickets={0: CITY}, hand={0: {}}),
    "all-done": lambda: london(
        tickets={0: ["british-museum-piccadilly-circus"]},
        routes={0: ["british-museum-piccadilly-circus"]},
    ),
    "can-claim": lambda: london(tickets={0: CITY}, hand={0: {"wild": 3}}),
    "turns": lambda: london(tickets={0: CITY}),
    "lost": lambda: london(tickets={0: ["kings-cross-tower-of-london"]}, pieces={0: {"bus": 5}}),
    "offer-together": EXPLAINED["keep-shared"],
    "offer-done": EXPLAINED["keep-done"],
    "offer-lost": EXPLAINED["keep-lost"],
    "offer-needs": EXPLAINED["keep-worth"],
}


def last_round_of_two():
    return with_last_turns(london(), 3)
