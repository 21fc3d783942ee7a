"""Training on the processor: tables, rewards, returns, learning, checkpoints and the small file."""

import copy
import json
from dataclasses import replace

import pytest

torch = pytest.importorskip("torch")

import ekiben  # noqa: E402
from ekiben import EkibenError, bots  # noqa: E402
from ekiben.learn.config import Config, read_config  # noqa: E402
from ekiben.learn.evaluate import evaluate, play_all  # noqa: E402
from ekiben.learn.export import export, seats_meant, write_card  # noqa: E402
from ekiben.learn.games import Games, Policy  # noqa: E402
from ekiben.learn.league import LEARNER, OTHER, TEACHER, TEACHER_EVERY, League  # noqa: E402
from ekiben.learn.network import legal  # noqa: E402
from ekiben.learn.ppo import even_out  # noqa: E402
from ekiben.learn.rollout import KINDS, Hidden, lead, place  # noqa: E402
from ekiben.learn.train import CRITIC_ALONE, TRAINING_SEED, Training, table_sizes  # noqa: E402

SMALL = Config(
    "london",
    seconds=1e9,
    imitation=1.0,
    games=24,
    steps=8,
    width=32,
    hidden=32,
    blocks=1,
    critic_width=32,
    minibatch=64,
    rate=3e-3,
    final_games=4,
    panel=("racer",),
)


def training(tmp_path, **settings):
    return Training(replace(SMALL, **settings), tmp_path, report=lambda text: None)


# ---- games
@pytest.fixture
def on_processor(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)


def test_tables_of_all_sizes_are_the_games_of_the_engine(on_processor):
    game = ekiben.load("london")
    sizes = [2, 3, 4]
    games = Games(game, sizes, 5)
    matches = [game.new(seats, seed=5 + i) for i, seats in enumerate(sizes)]
    for _ in range(30):
        chosen = [match.legal()[0].id for match in matches]
        for i, match in enumerate(matches):
            legal = sorted(action.id for action in match.legal())
            assert games.masks[i].nonzero()[:, 0].tolist() == legal
            assert int(games.field("seat")[i]) == match.seat
            match.play(chosen[i])
        games.step(torch.tensor(chosen))
    for i, match in enumerate(matches):
        assert games.scores[i, : sizes[i]].tolist() == list(match.scores())


def test_a_policy_chooses_what_its_bot_chooses(on_processor):
    game = ekiben.load("london")
    games = Games(game, [2] * 3, 9)
    actions = torch.full((3,), -1)
    Policy(games, "planner").choose(torch.tensor([True, False, True]), actions)
    bot = bots.make("planner", game=game)
    for i in (0, 2):
        match = game.new(2, seed=9 + i)
        wanted = bot.choose(match.view(match.seat), match.legal(), bots.Limit(1))
        assert int(actions[i]) == wanted.id
    assert int(actions[1]) == -1


def test_sizes_follow_the_wished_shares(tmp_path):
    game = ekiben.load("london")
    sizes = table_sizes(game, replace(SMALL, games=100, seats={2: 3.0, 4: 1.0}))
    assert (sizes.count(2), sizes.count(4)) == (75, 25)
    with pytest.raises(EkibenError, match="2 to 4 seats, not 7"):
        training(tmp_path, seats={7: 1.0})


def test_hidden_things_are_those_of_the_seats_in_turn_order(on_processor):
    game = ekiben.load("london")
    games = Games(game, [3] * 4, 2)
    hidden = Hidden(games)
    for _ in range(9):
        games.step(games.masks.float().argmax(1))
    seat = torch.tensor([0, 1, 2, 1])
    rows = hidden.read(hidden.order(seat), torch.zeros((4, 3), dtype=torch.int64))
    tickets = rows.unflatten(1, (3, -1))[..., KINDS : KINDS + 20]
    held = games.batch.batch.field("tickets")
    for i in range(4):
        for step in range(3):
            wanted = [int(held[i, (int(seat[i]) + step) % 3]) >> n & 1 for n in range(20)]
            assert tickets[i, step].tolist() == wanted
    assert held.any()


# ---- the league
def test_every_table_has_a_learner_and_the_wished_opponents(tmp_path):
    run = training(tmp_path, games=600, imitation=0.0, teachers=0.5, past=0.3)
    league: League = run.league
    league.keep(run.player)
    players = league.draw_tables()
    seats = run.games.seats.tolist()
    tables = [set(row[:n]) for row, n in zip(players.tolist(), seats, strict=True)]
    assert all(LEARNER in table for table in tables)
    share = {kind: sum(kind in table for table in tables) / 600 for kind in (TEACHER, OTHER)}
    assert share[TEACHER] == pytest.approx(0.45, abs=0.1)
    assert share[OTHER] == pytest.approx(0.27, abs=0.1)


def test_a_best_response_meets_only_its_rival(tmp_path):
    first = training(tmp_path / "first")
    first.save()
    path = str(tmp_path / "first" / "player.pt")
    run = training(tmp_path / "response", rival=path, start=path, seats={2: 1.0})
    assert sorted(map(sorted, run.league.players.tolist())) == [[LEARNER, OTHER]] * 24
    before = copy.deepcopy(run.player.state_dict()), copy.deepcopy(run.critic.state_dict())
    run.update()
    assert not run.league.imitating and run.updates == 1
    same = [torch.equal(one, run.player.state_dict()[name]) for name, one in before[0].items()]
    assert all(same)  # the player waits until its new critic knows it
    changed = [torch.equal(one, run.critic.state_dict()[name]) for name, one in before[1].items()]
    assert not all(changed)
    with pytest.raises(EkibenError, match="a player of london, not of america"):
        training(tmp_path / "response", game="america", rival=path)


def test_a_copy_plays_for_the_teacher_most_of_the_time(tmp_path):
    """On a card, as soon as copying ends; the teacher itself plays in every second rollout."""
    run = training(tmp_path, imitation=0.5, teachers=1.0)
    for run.spent in (0.0, 0.6e9):
        run.update()
    assert not run.league.has_copied  # on the processor the teacher is quick
    run = training(tmp_path, imitation=0.5, teachers=1.0)
    run.games.on_card = True
    run.update()
    assert not run.league.has_copied
    run.spent = 0.6e9
    run.update()
    league, games = run.league, run.games
    everywhere = torch.ones(games.count, dtype=torch.bool)
    teachers = torch.full((games.count,), TEACHER)
    copied = legal(league.teacher_copy(games.observations)[0], games.masks).argmax(1)
    chosen = torch.zeros_like(teachers)
    league.teach(everywhere, chosen)
    assert copied.tolist() != chosen.tolist()
    for rollouts in range(1, TEACHER_EVERY + 1):
        league.rollouts = rollouts
        actions = league.answer(teachers, everywhere, torch.zeros_like(teachers))
        wanted = chosen if rollouts == TEACHER_EVERY else copied
        assert actions.tolist() == wanted.tolist()
    run.save()
    again = training(tmp_path, imitation=0.5)
    again.resume(tmp_path / "checkpoint.pt")
    again.update()
    kept = [one.league.teacher_copy.policy.weight for one in (run, again)]
    assert torch.equal(*kept) and again.league.has_copied
    assert not torch.equal(kept[0], run.player.policy.weight)


def test_a_run_goes_on_from_a_copy_made_before(tmp_path):
    """It copies on and then plays, or plays at once when its critic has learned alone."""
    training(tmp_path / "copied").save()
    path = str(tmp_path / "copied" / "player.pt")
    run = training(tmp_path, imitation=0.5, copy=path, teachers=1.0)
    copied = run.league.teacher_copy.policy.weight.clone()
    assert run.league.has_copied and torch.equal(copied, run.player.policy.weight)
    run.update()
    assert run.league.imitating and not torch.equal(copied, run.player.policy.weight)
    run = training(tmp_path, imitation=0.0, copy=path, teachers=1.0)
    begins = run.player.policy.weight.clone()
    assert torch.equal(begins, SMALL.sharpness * copied)
    for _ in range(CRITIC_ALONE):
        run.update()
    assert torch.equal(begins, run.player.policy.weight)
    run.update()
    assert not torch.equal(begins, run.player.policy.weight)
    assert torch.equal(copied, run.league.teacher_copy.policy.weight)
    with pytest.raises(
        EkibenError, match=r"to use .*player\.pt, set width=32, hidden=32, blocks=1"
    ):
        training(tmp_path, copy=path, width=16)


def test_a_copy_plays_surer_than_it_copies(tmp_path):
    run = training(tmp_path, imitation=0.5, sharpness=3.0)
    run.update()
    assert float(run.rollout.sharpness) == 3.0
    copied = run.average.module.policy.weight.clone()
    run.end_copying()
    assert torch.equal(run.player.policy.weight, 3.0 * copied)
    assert torch.equal(run.average.module.policy.weight, 3.0 * copied)
    run.spent = 0.6e9
    run.update()
    assert float(run.rollout.sharpness) == 1.0
    observations, masks = run.games.observations, run.games.masks
    legal_logits = legal(run.player(observations)[0], masks)
    for sharpness in (1.0, 50.0):
        actions, chances = run.player.choose(observations, masks, torch.tensor(sharpness))
        wanted = torch.log_softmax(sharpness * legal_logits, 1).gather(1, actions[:, None])[:, 0]
        assert torch.allclose(chances, wanted, atol=1e-5)
        assert bool(masks.gather(1, actions[:, None]).all())


def test_the_average_soon_chooses_like_the_player(tmp_path):
    """After 24 updates a steady mean would be a third of the very first network."""
    run = training(tmp_path, minibatch=1_000, rate=3e-2, average=0.99)
    run.league.imitating = True
    run.rollout.collect(run.learner.fast_choose, run.learner.fast_critic)
    for _ in range(24):
        run.learner.learn(run.rollout, 0.0)
        run.average.update_parameters(run.player)
    observations = run.rollout.observations.flatten(0, 1)
    masks = run.rollout.masks.flatten(0, 1)
    several = masks.sum(1) > 1
    chosen = [
        legal(player(observations)[0], masks).argmax(1)[several]
        for player in (run.player, run.average.module)
    ]
    assert float((chosen[0] == chosen[1]).float().mean()) > 0.9


def test_the_first_updates_take_short_steps(tmp_path):
    run = training(tmp_path, imitation=0.0)
    rates = []
    for _ in range(12):
        run.update()
        rates.append(run.learner.optimiser.param_groups[0]["lr"] / SMALL.rate)
    assert rates == pytest.approx([n / 10 for n in range(1, 11)] + [1, 1], abs=1e-3)


def test_a_run_can_start_from_the_network_of_the_box(tmp_path, monkeypatch):
    """And play against it: the rival chooses what the bot `learned` chooses."""
    sizes = {"width": 512, "hidden": 512, "blocks": 3}
    run = training(tmp_path, rival="box", start="box", seats={2: 1.0}, **sizes)
    game, games = run.game, run.games
    first = legal(run.player(games.observations)[0], games.masks).argmax(1)
    rival = legal(run.league.other(games.observations)[0], games.masks).argmax(1)
    assert first.tolist() == rival.tolist()
    bot, same = bots.make("learned", game=game), 0
    for i in range(games.count):
        match = game.new(2, seed=TRAINING_SEED + 100_000_000 + i)
        same += bot.choose(match.view(match.seat), match.legal(), bots.Limit(1)).id == rival[i]
    assert same > 0.9 * games.count
    with pytest.raises(EkibenError, match="set width=512, hidden=512, blocks=3"):
        training(tmp_path, start="box")
    monkeypatch.setattr("ekiben.bots.learned.files.FOLDER", tmp_path)
    with pytest.raises(EkibenError, match="no network"):
        training(tmp_path, game="america", rival="box")


# ---- rewards and returns
def test_places_and_leads():
    scores = torch.tensor([[50.0, 70.0, 70.0, -torch.inf], [10.0, 5.0, -torch.inf, -torch.inf]])
    present = torch.isfinite(scores)
    assert place(scores, present).tolist() == [[-1.0, 0.5, 0.5, 0.0], [1.0, -1.0, 0.0, 0.0]]
    assert lead(scores)[0, :3].tolist() == pytest.approx([-0.2, 0.0, 0.0])
    assert lead(scores)[1, :2].tolist() == pytest.approx([0.05, -0.05])


def test_returns_are_the_discounted_sums(tmp_path):
    run = training(tmp_path, games=1, steps=3, seats={2: 1.0})
    rollout = run.rollout
    rollout.values[:] = torch.tensor([0.2, 0.5, 0.1])[:, None, None, None]
    rollout.rewards[1, 0, 0] = torch.tensor([1.0, 0.0])
    rollout.live[:] = torch.tensor([1.0, 0.0, 1.0])[:, None]
    rollout.orders[:] = torch.tensor([0, 1])
    rollout.last = torch.full((1, 2, 2), 0.4)
    returns, own = rollout.returns()
    trace = SMALL.trace
    ahead = (0.5 - 0.2) + trace * (1.0 - 0.5)
    assert float(returns[0, 0, 0, 0]) == pytest.approx(0.2 + ahead)
    assert float(returns[1, 0, 0, 0]) == pytest.approx(1.0)
    assert float(returns[2, 0, 0, 1]) == pytest.approx(0.4)
    rest = (0.5 - 0.2) + trace * (0.0 - 0.5)
    assert float(own[0, 0]) == pytest.approx(2 * SMALL.win * ahead + rest)


def test_returns_count_a_seats_own_judgements_alone(tmp_path):
    """Two seats in turn: what the critic says of a seat while the other acts has no say."""
    run = training(tmp_path, games=1, steps=3, seats={2: 1.0})
    rollout = run.rollout
    rollout.live[:] = 1.0
    rollout.orders[:] = torch.tensor([[0, 1], [1, 0], [0, 1]])[:, None]
    rollout.rewards[0, 0, 0, 0] = 0.25
    rollout.last = torch.tensor([[[0.9, 0.3], [0.0, 0.0]]])
    for elsewhere in (0.0, 7.0):
        rollout.values[:, 0, 0] = torch.tensor(
            [[0.2, elsewhere], [elsewhere, 0.6], [0.5, elsewhere]]
        )
        returns, own = rollout.returns()
        ahead = 0.9 - 0.5
        assert float(returns[0, 0, 0, 0]) == pytest.approx(0.25 + 0.5 + SMALL.trace * ahead)
        assert float(returns[1, 0, 0, 0]) == pytest.approx(0.5 + SMALL.trace * ahead)
        assert float(returns[1, 0, 0, 1]) == pytest.approx(0.3)
        first = 0.25 + 0.5 + SMALL.trace * ahead - 0.2
        wins = torch.tensor([first, 0.3 - 0.6, ahead])
        assert torch.allclose(own[:, 0], 2 * SMALL.win * wins)


# ---- learning
def test_choices_count_alike_at_tables_of_all_sizes():
    torch.manual_seed(1)
    seats = torch.tensor([2, 4] * 50)
    raw = torch.randn(20, 100) * torch.where(seats == 4, 0.1, 5.0) + 3.0
    learns = torch.rand(20, 100) < 0.6
    even = even_out(raw, learns, seats)
    for size in (2, 4):
        own = even[learns & (seats == size)]
        assert float(own.mean()) == pytest.approx(0, abs=1e-5)
        assert float(own.std(correction=0)) == pytest.approx(1, abs=1e-4)
    assert not even[~learns].any()
    order = raw[learns & (seats == 4)].argsort()
    assert torch.equal(even[learns & (seats == 4)].argsort(), order)


def test_the_learner_comes_to_agree_with_its_teacher(tmp_path):
    run = training(tmp_path, minibatch=1_000)
    run.league.imitating = True
    run.rollout.collect(run.learner.fast_choose, run.learner.fast_critic)
    losses = [run.learner.learn(run.rollout, 0.0) for _ in range(25)]
    assert losses[-1]["agreement"] > losses[0]["agreement"] + 0.2
    assert losses[-1]["policy"] < 0.7 * losses[0]["policy"]


def test_a_run_can_be_resumed_and_repeated(tmp_path):
    one, two = training(tmp_path / "one"), training(tmp_path / "two")
    for run in (one, two):
        torch.manual_seed(3)
        run.update()
    for name, weight in one.player.state_dict().items():
        assert torch.equal(weight, two.player.state_dict()[name])
    one.save()
    again = training(tmp_path / "again")
    again.resume(tmp_path / "one" / "checkpoint.pt")
    assert (again.steps, again.updates) == (24 * 8, 1)
    assert torch.equal(again.player.policy.weight, one.player.policy.weight)
    with pytest.raises(EkibenError, match="cannot read the checkpoint"):
        again.resume(tmp_path / "none.pt")
    with pytest.raises(EkibenError, match=r"another version.*start=.*one/player\.pt"):
        again.resume(tmp_path / "one" / "player.pt")


def test_measuring_plays_whole_games_from_every_seat():
    game = ekiben.load("london")

    def first(observations):
        return -torch.arange(game.action_count).float().expand(len(observations), -1), None, None

    scores = play_all(game, first, "racer", 3, 6, 11)
    assert scores.shape == (6, 3) and bool((scores != 0).any(1).all())
    result = evaluate(game, first, "racer", 3, 6)
    assert 0 <= result.share <= 0.4 and result.margin < 0 and result.games == 6


def test_the_small_file_plays_and_the_card_tells_how_strong_it_is(tmp_path):
    run = training(tmp_path)
    run.update()
    run.look(4, ("racer",))
    exported = export(tmp_path / "player.pt")
    assert exported.agreement > 0.9
    file = tmp_path / "london.npz"
    exported.network.save(file)
    game = ekiben.load("london")
    match = game.new(2, seed=1)
    bot = bots.make(f"learned:weights={file}", game=game)
    assert bot.choose(match.view(0), match.legal(), bots.Limit(1)) in match.legal()
    card = write_card(tmp_path / "player.pt", exported, tmp_path).read_text(encoding="utf-8")
    row = run.curve[-1]["results"][0]
    assert f"{row['share']:.3f} ±" in card
    settings = tmp_path / "settings.toml"
    settings.write_text(card.split("```toml\n")[1].split("```")[0])
    assert read_config(settings) == run.config
    assert (tmp_path / "strength.svg").read_text(encoding="utf-8").startswith("<svg")
    assert json.dumps(run.curve)


def test_the_small_file_is_meant_for_the_tables_that_were_trained_or_named(tmp_path):
    assert seats_meant(Config("london")) is None
    assert seats_meant(Config("london", seats={4: 0.5, 2: 0.5, 3: 0.0})) == (2, 4)
    assert seats_meant(Config("london", seats={2: 0.5, 4: 0.5}, meant_for=(2,))) == (2,)
    training(tmp_path, meant_for=(2, 3)).save()
    assert export(tmp_path / "player.pt").network.seats == (2, 3)


def test_tokyo_learns_in_a_way_of_its_own(tmp_path):
    with pytest.raises(EkibenError, match=r"python -m ekiben\.learn\.tokyo learn"):
        Training(Config("tokyo"), tmp_path)
