"""The sums of a review as a table in words: what was dealt, luck, skill, the others, the result."""

from capotreno.reviewing.shape import SeatReview
from capotreno.words import Voice

ENDS = ("fair", "result")
PARTS = ("luck", "skill", "others")


def sums(found: SeatReview, voice: Voice) -> list[list[str]]:
    """The rows of the table, its head first."""
    keys = (ENDS[0], *PARTS, ENDS[1])
    own = {key: getattr(found, key) for key in keys}
    return [
        ["", *(voice.say(f"review.{key}") for key in keys)],
        [
            voice.say("review.wins"),
            *(percent(own[key].win, voice, sign=key in PARTS) for key in keys),
        ],
        [
            voice.say("review.margin"),
            *(voice.figure(own[key].margin, "+.1f") for key in keys),
        ],
    ]


def percent(win: float, voice: Voice, *, sign: bool = False) -> str:
    """A chance, or with a sign a difference of chances."""
    return f"{voice.figure(100 * win, '+.0f' if sign else '.0f')} %"
