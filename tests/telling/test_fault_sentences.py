"""What is wrong with a board is said in both languages: no sentence of the checks is forgotten."""

import ast
import re
from pathlib import Path

import pytest

from capotreno.telling.faults import fault
from capotreno.words import LANGUAGES, Voice
from tests.games.own.test_faults import MISFITS

SOURCE = Path(__file__).parents[2] / "src/capotreno"
CHECKS = ("games/own/faults.py", "games/own/payment_faults.py", "board/check/laws.py")
VALUE = "7"


def text(node: ast.expr, known: dict[str, str]) -> str | None:
    """What an expression says, with a value in every gap."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = []
        for part in node.values:
            if isinstance(part, ast.Constant):
                parts.append(str(part.value))
            elif isinstance(part, ast.FormattedValue):
                name = part.value.id if isinstance(part.value, ast.Name) else ""
                parts.append(known.get(name, VALUE))
        return "".join(parts)
    if isinstance(node, ast.Name):
        return known.get(node.id)
    return None


def sentences() -> list[str]:
    """Every sentence that the checks can say."""
    found: list[str] = []
    for name in CHECKS:
        tree = ast.parse((SOURCE / name).read_text("utf-8"))
        for function in (one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)):
            known: dict[str, str] = {}  # sentences that are begun, by the name they bear
            nodes = [one for one in ast.walk(function) if isinstance(one, ast.Assign | ast.Yield)]
            for node in sorted(nodes, key=lambda one: one.lineno):
                if isinstance(node, ast.Assign):
                    told = text(node.value, {})
                    if isinstance(node.targets[0], ast.Name) and told is not None and " " in told:
                        known[node.targets[0].id] = told
                elif node.value is not None:
                    said = node.value.elts[1] if isinstance(node.value, ast.Tuple) else node.value
                    told = text(said, known)
                    if told is not None and " " in told:
                        found.append(told)
    return found


def test_the_checks_are_read() -> None:
    found = sentences()
    assert len(found) > 70
    assert "a race has one deck of tickets" in found
    assert "7 players are dealt 7 tickets at the opening, but there are 7" in found


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_the_checks_is_forgotten(language: str) -> None:
    voice = Voice(language)
    unknown = [one for one in sentences() if fault(voice, one) is None]
    assert unknown == []


def test_a_sentence_is_said_with_its_own_values() -> None:
    said = fault(Voice("it"), "flush 9 is more than the 4 cards of the row")
    assert said == "i jolly che spazzano via la fila (9) sono più delle 4 carte scoperte"
    said = fault(Voice("en"), "its 3 spaces are more than the 1 pieces there are")
    assert said == "its 3 spaces are more than the one piece there is"
    assert fault(Voice("it"), "something else") is None
    for _, sentence in MISFITS:
        told = fault(Voice("it"), sentence.removesuffix("."))
        assert told is not None, sentence
        assert not re.search(r"\b(the|is|are|of)\b", told), told
