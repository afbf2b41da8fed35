"""Learning by playing against oneself: proximal policy optimisation over many games at once.

The games run where their environment keeps them (on a GPU they never leave it). Every seat is the
same network, or all but one are a rival's; a decision is credited with what became of its seat. A
decision with a single answer is played and not learned from.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import torch
from torch import Tensor

from capotreno.learning.features import features, wanted
from capotreno.learning.lens import Lens
from capotreno.learning.net import Weights, forward
from capotreno.learning.selfplay import Games, free

LOW = -1e9  # the score of what is not legal
MARGIN = 150.0  # points ahead beyond which more does not count


@dataclass
class Manner:
    """What a training run may be told."""

    horizon: int = 32  # steps of every game between two lessons
    batch: int = 16384  # decisions of one step of the optimiser
    clip: float = 0.2
    trust: float = 0.97  # lambda: how far a result reaches back beyond the next value
    value: float = 1.0
    precise: bool = False  # without bfloat16


def look(weights: Weights, t: Lens, rows: Tensor, ways: Tensor) -> tuple[Tensor, Tensor]:
    """Scores of all codes and the value, for observations of one game."""
    with torch.no_grad():
        seen = features(torch, t, rows, ways)
    scores, value = forward(torch, weights, t, seen)
    return scores.float(), value.float()


@dataclass
class Lesson:
    """Decisions to learn from, of one kind of game."""

    rows: Tensor
    legal: Tensor
    codes: Tensor
    logp: Tensor
    gain: Tensor  # what came of it, beyond what was expected
    target: Tensor  # what came of it

    def part(self, pick: Tensor) -> "Lesson":
        return Lesson(*(getattr(self, own.name)[pick] for own in fields(self)))


@dataclass
class Bout:
    """What came of some steps."""

    lesson: Lesson
    games: int
    points: float  # of a seat, on average of the games that ended
    won: float  # by the learner, per game that ended; of interest against a rival


class Learner:
    """The weights, how they look at positions, and the optimiser."""

    def __init__(self, weights: Weights, settings: Manner, device: str, fast: bool) -> None:
        self.weights = weights
        self.settings = settings
        self.device = device
        self.win = 0.5  # the weight of winning beside the margin in points
        self.look: Callable[..., tuple[Tensor, Tensor]] = torch.compile(look) if fast else look
        self.loss: Callable[..., tuple[Tensor, Tensor]] = torch.compile(loss) if fast else loss
        self.optimiser = torch.optim.Adam(list(weights.values()), 1e-3, eps=1e-5)

    def cast(self) -> Any:  # noqa: ANN401 -- torch's own
        return torch.autocast(self.device, torch.bfloat16, enabled=not self.settings.precise)

    @torch.no_grad()
    def see(self, weights: Weights, games: Games, rows: Tensor) -> tuple[Tensor, Tensor]:
        asked = wanted(torch, games.lens, rows)
        with self.cast():
            seen = self.look if len(rows) > 1 else look
            return seen(weights, games.lens, free(rows, 0, 1), free(games.ways(asked), 0, 3))

    @torch.no_grad()
    def play(self, games: Games, rival: Weights | None = None) -> Bout:
        """Some steps of all games of an environment."""
        kept: dict[str, list[Tensor]] = {
            name: [] for name in ("rows", "legal", "codes", "logp", "value")
        }
        trail: list[Trace] = []
        points = won = torch.zeros((), device=games.seats.device)
        count = 0
        for _ in range(self.settings.horizon):
            codes, legal, seats = games.forced(), games.legal.bool(), games.seats.long()
            asked = legal.sum(1) > 1
            if rival is not None:
                theirs = (asked & (seats != games.learner)).nonzero()[:, 0]
                asked = asked & (seats == games.learner)
                if len(theirs):
                    scores, _ = self.see(rival, games, games.rows[theirs])
                    codes[theirs] = drawn(scores, legal[theirs])[0]
            mine = asked.nonzero()[:, 0]
            rows = games.rows[mine]
            scores, value = self.see(self.weights, games, rows)
            chosen, logp = drawn(scores, legal[mine])
            codes[mine] = chosen
            for name, own in zip(kept, (rows, legal[mine], chosen, logp, value), strict=True):
                kept[name].append(own)
            games.step(codes)
            done = games.done.bool()
            ended = final(games.totals, games.rewards, self.win)
            trail.append(Trace(mine, seats[mine], value, done.clone(), ended))
            points = points + (games.totals.float().mean(1) * done).sum()
            learned = games.rewards.float()[games.numbers, games.learner] > 0
            won = won + (learned & done).sum()
            count += int(done.sum())
        _, last = self.see(self.weights, games, games.rows)
        gains, known = credited(trail, games, last, self.settings.trust)
        flat = {name: torch.cat(own) for name, own in kept.items()}
        target = gains + flat.pop("value")
        gains = (gains - gains[known].mean()) / (gains[known].std() + 1e-4)
        lesson = Lesson(**flat, gain=gains, target=target).part(known)
        share = max(1, count)
        return Bout(lesson, count, float(points) / share, float(won) / share)

    def learn(self, material: list[tuple[Games, Lesson]], entropy: float) -> dict[str, float]:
        """One pass over what was played, games of all kinds mixed by batches."""
        s = self.settings
        pieces = []
        for games, lesson in material:
            order = torch.randperm(len(lesson.codes), device=lesson.codes.device)
            some = range(0, max(1, len(order) - s.batch // 4), s.batch)  # no tiny rest
            pieces += [(games, lesson, order[first : first + s.batch]) for first in some]
        weighed = torch.tensor([s.clip, s.value, entropy], device=material[0][1].codes.device)
        total = torch.zeros(4, device=weighed.device)
        for k in torch.randperm(len(pieces)).tolist():
            games, lesson, pick = pieces[k]
            own = lesson.part(pick)
            ways = games.ways(wanted(torch, games.lens, own.rows))
            with self.cast():
                for one in (own.rows, own.legal):
                    free(one, 0, 1)
                for one in (own.codes, own.logp, own.gain, own.target):
                    free(one, 0)
                found, told = self.loss(self.weights, games.lens, own, free(ways, 0, 3), weighed)
            self.optimiser.zero_grad(set_to_none=True)
            found.backward()
            torch.nn.utils.clip_grad_norm_(list(self.weights.values()), 1.0)
            self.optimiser.step()
            total += told
        names = ("policy", "value", "entropy", "moved")
        return dict(zip(names, (total / max(1, len(pieces))).tolist(), strict=True))


def drawn(scores: Tensor, legal: Tensor) -> tuple[Tensor, Tensor]:
    """A legal code for every row, as likely as its score says, and the logarithm of how likely."""
    logits = torch.where(legal, scores, LOW)
    noise = -torch.log(-torch.log(torch.rand_like(logits).clamp(1e-9, 1 - 1e-7)))
    codes = torch.argmax(logits + noise, -1)
    return codes, torch.log_softmax(logits, -1).gather(1, codes[:, None])[:, 0]


def loss(
    weights: Weights, t: Lens, own: Lesson, ways: Tensor, weighed: Tensor
) -> tuple[Tensor, Tensor]:
    """What is to become less, and its parts."""
    scores, value = look(weights, t, own.rows, ways)
    logs = torch.log_softmax(torch.where(own.legal, scores, LOW), -1)
    ratio = torch.exp(logs.gather(1, own.codes[:, None])[:, 0] - own.logp)
    clipped = torch.minimum(torch.maximum(ratio, 1 - weighed[0]), 1 + weighed[0])
    policy = -torch.minimum(ratio * own.gain, clipped * own.gain).mean()
    missed = torch.nn.functional.smooth_l1_loss(value, own.target)
    entropy = -(logs.exp() * torch.where(own.legal, logs, 0.0)).sum(-1).mean()
    found = policy + weighed[1] * missed - weighed[2] * entropy
    return found, torch.stack([policy, missed, entropy, (ratio - 1).abs().mean()]).detach()


@dataclass
class Trace:
    """One step of all games: who decided, at what value, and what ended."""

    games: Tensor  # [decisions]: of which game
    seats: Tensor
    value: Tensor
    done: Tensor  # [games]
    final: Tensor  # [games, players]


def credited(trail: list[Trace], games: Games, last: Tensor, trust: float) -> tuple[Tensor, Tensor]:
    """Generalised advantages, seat by seat, and which decisions have one."""
    count, players = trail[0].final.shape
    device = last.device
    after = torch.zeros(count, players, device=device)
    gone = torch.zeros(count, players, device=device)
    known = torch.zeros(count, players, dtype=torch.bool, device=device)
    after[games.numbers, games.seats.long()] = last
    known[games.numbers, games.seats.long()] = True
    gains, sure = [], []
    for step in reversed(trail):
        done = step.done[:, None]
        after = torch.where(done, step.final, after)
        gone = torch.where(done, torch.zeros_like(gone), gone)
        known = known | done
        at = (step.games, step.seats)
        told = known[at]
        gain = torch.where(told, after[at] - step.value + trust * gone[at], 0.0)
        gains.append(gain)
        sure.append(told)
        after[at], gone[at], known[at] = step.value, gain, True
    return torch.cat(gains[::-1]), torch.cat(sure[::-1])


def final(totals: Tensor, rewards: Tensor, win: float) -> Tensor:
    """What the end of a game is worth to each seat: winning, and points over the best other."""
    totals = totals.float()
    best = totals.topk(2, 1).values
    rest = torch.where(totals == best[:, :1], best[:, 1:2], best[:, :1])
    return win * rewards.float() + (totals - rest).clamp(-MARGIN, MARGIN) / 100
