"""What a study says of a board, in sentences with the board's own names."""

from dataclasses import asdict

from capotreno.board.check.findings import Finding
from capotreno.board.model import Board
from capotreno.study.balance import Balanced, Change
from capotreno.study.figures import Figures
from capotreno.study.findings import study_findings
from capotreno.study.run import Studied
from capotreno.telling.findings import BoardTeller
from capotreno.words import Voice

TENTHS = ("left", "turns")  # figures that are no shares


class StudyTeller(BoardTeller):
    """A study of one board, in one voice."""

    def __init__(self, board: Board, studied: Studied, found: Figures, voice: Voice) -> None:
        super().__init__(board, voice)
        self.studied = studied
        self.found = found
        self.findings = study_findings(board, found)

    def sentence(self, item: Finding) -> str:
        """A finding, and what might be changed."""
        values: dict[str, str | int] = {
            name: self._number(name, number) for name, number in item.numbers
        }
        values["stops"] = self.names(item.stops)
        values["routes"] = ", ".join(self.route(id) for id in item.routes) or values["stops"]
        values["colour"] = self.colour(item.colour) if item.colour else ""
        return self.voice.say(f"study.found.{item.kind}", **values)

    def _number(self, name: str, number: float) -> str | int:
        if isinstance(number, int):
            return number
        if name == "ahead":
            return self.voice.figure(number, "+.1f")
        return self.figure(number) if name in TENTHS else self.share(number)

    def share(self, part: float) -> str:
        return self.voice.figure(part, ".0%")

    def figure(self, number: float) -> str:
        return self.voice.figure(number, ".1f")

    def about(self) -> list[str]:
        """How it was played, and what must be known of that."""
        say, studied = self.voice.say, self.studied
        bots = ", ".join(self.bot(name) for name in dict.fromkeys(studied.table.bots))
        told = [say("study.about", games=self.found.games, n=self.found.players, bots=bots)]
        if studied.interpreted == "bots":
            told.append(say("study.bots_interpreted", games=studied.wanted))
        elif studied.interpreted:
            reason, games = studied.interpreted, studied.wanted
            told.append(say("study.interpreted", reason=reason, games=games))
        if studied.stopped:
            told.append(say("study.stopped", wanted=studied.wanted))
        return told

    def bot(self, name: str) -> str:
        key = f"study.bot.{name}"
        return self.voice.say(key) if self.voice.knows(key) else self.voice.say(f"bot.{name}")

    def course(self) -> list[str]:
        """How games go: their length, the lead, luck."""
        say, found = self.voice.say, self.found
        told = [
            say(
                "study.length",
                turns=self.figure(found.turns),
                each=self.figure(found.turns / found.players),
                shortest=found.shortest,
                longest=found.longest,
            ),
            say("study.lead", changes=self.figure(found.changes), turned=self.share(found.turned)),
            say("study.apart", apart=self.figure(found.apart)),
            say("study.dealt", share=self.share(found.dealt)),
        ]
        if found.chance is not None:
            chance, fair = self.share(found.chance), self.share(found.even)
            told.append(say("study.chance", share=chance, fair=fair))
        return told

    def change(self, change: Change) -> str:
        """One line of what a balancing changes."""
        board, say = self.board, self.voice.say
        if change.kind == "ticket":
            name = self.names(board.tickets[change.number].stops)
        else:
            name = self.route(board.routes[change.number].id)
        before, after = change.before, change.after
        if change.kind == "colour":
            before, after = (self.colour(str(colour)) for colour in (before, after))
        return say(f"study.change.{change.kind}", name=name, before=before, after=after)

    def balanced(self, found: Balanced) -> list[str]:
        """What a balancing has come to."""
        told = [self.change(change) for change in found.changes]
        if not told:
            return [self.voice.say("study.balance.none")]
        before, after = self.figure(found.before.spread), self.figure(found.after.spread)
        return [*told, self.voice.say("study.balance.spread", before=before, after=after)]

    def json(self) -> dict[str, object]:
        """Everything, for programs; sentences in the voice's language."""
        told = [
            {**asdict(item), "numbers": dict(item.numbers), "sentence": self.sentence(item)}
            for item in self.findings
        ]
        studied = self.studied
        return {
            "board": self.board.id,
            "players": self.found.players,
            "bots": list(studied.table.bots),
            "dice": studied.table.dice,
            "seed": studied.seed,
            "interpreted": studied.interpreted,
            "stopped": studied.stopped,
            **asdict(self.found),
            "findings": told,
        }
