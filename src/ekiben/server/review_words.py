"""A review as a message: its data field by field, with actions and events in words."""

from __future__ import annotations

from collections.abc import Sequence

from ekiben.analysis.labels import LABELS, LIMITS
from ekiben.analysis.review import (
    Belief,
    Choice,
    Explanation,
    Ledger,
    LedgerLine,
    Moment,
    Outlook,
    Review,
    SeatReview,
)
from ekiben.analysis.summary import Summary, summarize
from ekiben.analysis.wording import explanation_texts, ledger_text, lesson_text
from ekiben.core.game import Event
from ekiben.core.layout import View
from ekiben.core.match import Match
from ekiben.server import review_messages as messages
from ekiben.server.scenes.family import ANSWERS
from ekiben.server.scenes.sentences import MarkedWords, with_sentences
from ekiben.texts.moves import all_events_since, events_since

Lines = dict[int, str]  # of the log, by the number of their first event
DIGITS = 4  # of chances
ROUGH_DIGITS = 2  # of places and margins
TURN_BEGINS = "turn"  # an event that says who is next, and nothing of what was done


def review_message(match: Match, parts: Sequence[Review], language: str) -> messages.ReviewMessage:
    """The parts of a review, worked out as far as they are, in words."""
    told = RecordWords(match, language, [seat for part in parts for seat in part.seats])
    ledgers = [part.ledger for part in parts if part.ledger is not None]
    return messages.ReviewMessage(
        game=match.game.name,
        names=match.names,
        language=language,
        seats=[seat_review(told, seat) for part in parts for seat in part.seats],
        ledger=ledger_info(told, ledgers[0]) if ledgers else None,
        passes=sum(part.passes for part in parts),
        playouts=sum(part.playouts for part in parts),
        done=min((part.done for part in parts), default=0.0),
        limits={str(label): limit for label, limit in LIMITS},
    )


class RecordWords:
    """What was done in a record and what came of it, in words.

    A choice is told from what its seat saw, so that nothing else can slip into its words.
    """

    def __init__(self, whole: Match, language: str, seats: Sequence[SeatReview]) -> None:
        self.language = language
        self.words = MarkedWords(language, whole.game.board)
        self.answers = ANSWERS.of(whole.game)
        self.views: dict[tuple[int, int], View] = {}  # by seat and number of actions before
        # by number of actions played: the latest choice, what came of it, what a seat heard of that
        self.made: list[tuple[View | None, list[str]]] = [(None, [])]
        self.came = [""]
        self.heard: dict[int, list[Lines]] = {one.seat: [{}] for one in seats}
        wanted = {(seat.seat, choice.at) for seat in seats for choice in seat.choices}
        self.play_again(whole, wanted)

    def play_again(self, whole: Match, wanted: set[tuple[int, int]]) -> None:
        match = whole.game.new(whole.seats, whole.seed, whole.names, salt=whole.salt)
        for at, action in enumerate(whole.actions):
            actor = match.seat
            assert actor is not None
            self.note_choice(match, str(action))
            if (actor, at) in wanted:
                self.views[actor, at] = match.view(actor)
            before = len(match.heard)
            match.play(str(action))
            came = self.lines(match, all_events_since(match, before), before)
            self.came.append(" ".join(came.values()))
            for seat, lines in self.heard.items():
                lines.append(self.lines(match, events_since(match, seat, before), before))

    def note_choice(self, match: Match, action: str) -> None:
        """Note the action that comes next, with those of the same turn if they were one choice."""
        view, before = self.made[-1]
        if view is None or not self.answers.chooses_turns or view.viewer != match.seat:
            view, before = match.view(match.seat), []
        self.made.append((view, [*before, action]))

    def lines(self, match: Match, events: list[Event], since: int) -> Lines:
        said = with_sentences(match.game.board, self.language, events, since)
        return {
            event["line"]: event["text"]
            for event in said
            if event["text"] and event["kind"] != TURN_BEGINS
        }

    def heard_by(self, seat: int, first: int, last: int) -> str:
        """What a seat heard of some actions; a line that grew is told once."""
        whole: Lines = {}
        for lines in self.heard[seat][first : last + 1]:
            whole |= lines
        return " ".join(whole.values())

    def choice_made(self, line: LedgerLine) -> str:
        """A line of the ledger about a choice."""
        view, actions = self.made[line.at]
        who = "" if line.seat is None else self.words.seat(line.seat)
        said = "" if view is None else self.answers.turn(self.words, view, actions)
        return self.words.say("review.ledger.choice", who=who, action=said)

    def choice(self, seat: int, at: int, actions: Sequence[str]) -> str:
        """What a seat could do in a position."""
        return self.answers.turn(self.words, self.views[seat, at], actions)


# ---- a seat
def seat_review(told: RecordWords, seat: SeatReview) -> messages.SeatReviewInfo:
    summary = summarize(seat)
    return messages.SeatReviewInfo(
        seat=seat.seat,
        accuracy=round(seat.accuracy, 1),
        labels={label: summary.labels.get(label, 0) for label in LABELS},
        turning_points=turning_points(told, summary),
        lessons=[
            messages.ReviewLesson(
                key=one.key,
                text=lesson_text(told.words, one.key),
                at=list(one.at),
                loss=round(one.loss, DIGITS),
            )
            for one in summary.lessons
        ],
        moments=[moment_info(moment) for moment in seat.moments],
        choices=[choice_info(told, seat.seat, choice) for choice in seat.choices],
        surprises=[
            messages.ReviewSurprise(one.at, one.seat, round(one.bits, ROUGH_DIGITS))
            for one in seat.surprises
        ],
    )


def turning_points(told: RecordWords, summary: Summary) -> list[messages.ReviewTurningPoint]:
    return [
        messages.ReviewTurningPoint(
            at=one.at,
            until=one.until,
            shift=round(one.shift, DIGITS),
            text=told.heard_by(summary.seat, one.at + 1, one.until),
        )
        for one in summary.turning_points
    ]


def outlook_info(outlook: Outlook) -> messages.ReviewOutlook:
    return messages.ReviewOutlook(
        chances=[round(chance, DIGITS) for chance in outlook.chances],
        error=round(outlook.error, DIGITS),
        places=[round(place, ROUGH_DIGITS) for place in outlook.places],
        margins=[round(margin, ROUGH_DIGITS) for margin in outlook.margins],
        playouts=outlook.playouts,
    )


def moment_info(moment: Moment) -> messages.ReviewMoment:
    return messages.ReviewMoment(
        at=moment.at,
        outlook=outlook_info(moment.outlook),
        beliefs=[belief_info(belief) for belief in moment.beliefs],
    )


def belief_info(belief: Belief) -> messages.ReviewBelief:
    return messages.ReviewBelief(
        seat=belief.seat,
        tickets=[
            messages.TicketBelief(ticket, round(chance, DIGITS))
            for ticket, chance in belief.tickets
        ],
        cards=[
            messages.CardBelief(kind, round(count, ROUGH_DIGITS)) for kind, count in belief.cards
        ],
    )


def choice_info(told: RecordWords, seat: int, choice: Choice) -> messages.ReviewChoice:
    return messages.ReviewChoice(
        at=choice.at,
        actions=list(choice.actions),
        text=told.choice(seat, choice.at, choice.actions),
        chance=round(choice.chance, DIGITS),
        loss=round(choice.loss, DIGITS),
        error=round(choice.error, DIGITS),
        label=choice.label,
        alternatives=[
            messages.ReviewAlternative(
                actions=list(one.actions),
                text=told.choice(seat, choice.at, one.actions),
                chance=round(one.chance, DIGITS),
                gain=round(one.gain, DIGITS),
                error=round(one.error, DIGITS),
                made=one.actions == choice.actions,
            )
            for one in choice.alternatives
        ],
        explanations=[
            explanation_info(one, text)
            for one, text in zip(
                choice.explanations, explanation_texts(told.words, choice), strict=True
            )
        ],
    )


def explanation_info(one: Explanation, text: str) -> messages.ReviewExplanation:
    return messages.ReviewExplanation(
        key=one.key,
        text=text,
        evidence=[
            messages.ReviewEvidence(
                measure=part.measure,
                played=round(part.played, DIGITS),
                better=round(part.better, DIGITS),
                playouts=part.playouts,
            )
            for part in one.evidence
        ],
    )


# ---- the ledger
def ledger_info(told: RecordWords, ledger: Ledger) -> messages.LedgerInfo:
    return messages.LedgerInfo(
        start=list(ledger.start),
        lines=[ledger_line(told, line) for line in ledger.lines],
        result=list(ledger.result),
        totals=[
            messages.LedgerTotal(ledger.luck(seat), ledger.own(seat), ledger.others(seat))
            for seat in range(len(ledger.start))
        ],
        curve=[outlook_info(outlook) for outlook in ledger.curve],
    )


def ledger_line(told: RecordWords, line: LedgerLine) -> messages.LedgerLineInfo:
    is_choice = line.kind == "choice"
    return messages.LedgerLineInfo(
        at=line.at,
        kind=line.kind,
        seat=line.seat,
        shifts=list(line.shifts),
        text=told.choice_made(line) if is_choice else ledger_text(told.words, line),
        told="" if is_choice else told.came[line.at],
    )
