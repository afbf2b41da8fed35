"""Dice on the screen and in what is typed: their order, and which of them to roll again."""

from collections.abc import Sequence

from capotreno.rules.dice.dice import DICE, FACES, Roll
from capotreno.telling.names import Names
from capotreno.terminal.talk.spelling import words_in
from capotreno.words import LANGUAGES, say


def in_a_row(roll: Roll) -> list[int]:
    """The dice as they lie in a row, by face: number 1 is the first."""
    return [face for face in range(len(FACES)) for _ in range(roll[face])]


def meant(words: Sequence[str], roll: Roll, names: Names) -> Roll | None:
    """Which dice were named: by number (1 3, 13), letter (S S T, sst), name, or all of them.

    None if a word names no die, or a die is named twice.
    """
    every = [word for language in LANGUAGES for word in words_in(say(language, "typed.all_dice"))]
    if words and all(word in every for word in words):
        return roll
    row = in_a_row(roll)
    numbers: list[int] = []
    counts = [0] * len(FACES)
    for word in words:
        if word.isdecimal():
            numbers += [int(digit) for digit in word]
            continue
        faces = _faces(word, names)
        if faces is None:
            return None
        for face in faces:
            counts[face] += 1
    if len(set(numbers)) < len(numbers) or not all(1 <= n <= len(row) for n in numbers):
        return None
    for n in numbers:
        counts[row[n - 1]] += 1
    fits = all(n <= have for n, have in zip(counts, roll, strict=True))
    some = (counts[0], counts[1], counts[2], counts[3])
    return some if fits and 0 < sum(some) <= DICE else None


def _faces(word: str, names: Names) -> list[int] | None:
    """The faces a word names: one by its beginning, or one for each letter."""
    letters = [letter.lower() for letter in names.face_letters]
    if all(letter in letters for letter in word):
        return [letters.index(letter) for letter in word]
    called = [words_in(name)[0] for name in names.faces]
    found = [i for i, name in enumerate(called) if len(word) > 2 and name.startswith(word)]
    return found if len(found) == 1 else None
