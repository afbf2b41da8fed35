"""How chances are told: two constants, fitted on every second deal and checked on the others."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from capotreno.reviewing.scale import Scale, logit
from tools.calibration.figures import Figures, figures, fitted
from tools.calibration.samples import Kind, Sample, table


def checked(kind: Kind, found: Sequence[Sample]) -> Figures:
    """The figures of chances as they are told, of the deals that fitted nothing."""
    rows = [one for one in found if one.deal % 2]
    scale = Scale(table(kind)[0])
    told = figures([replace(one, win=scale.win(one.win)) for one in rows])
    return replace(told, untold=sum(one.win - one.won for one in rows) / len(rows))


def fitted_scale(found: Mapping[Kind, Sequence[Sample]]) -> tuple[float, float]:
    """What `SURE` and `HOPE` of capotreno.reviewing.scale should be."""
    rows, happened, fair = [], [], []
    for kind, samples in found.items():
        scale = Scale(table(kind)[0])
        for one in samples:
            if one.deal % 2 == 0:
                rows.append([logit(one.win) - scale.fair, float(scale.hope != 0)])
                happened.append(one.won)
                fair.append(scale.fair)
    sure, hope = fitted(rows, happened, fair)
    return sure, hope
