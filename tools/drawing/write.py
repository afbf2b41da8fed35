"""A drawing as text: one line for each path, so that a change can be read."""

from __future__ import annotations

import json

from capotreno.board.format import DrawingFile


def written(drawing: DrawingFile) -> str:
    """The file."""

    def line(value: object) -> str:
        return json.dumps(value, ensure_ascii=False)

    layers = [
        f'  {{"role": {line(layer.role)}, "paths": [\n    '
        + ",\n    ".join(line(path) for path in layer.paths)
        + "\n  ]}"
        for layer in drawing.layers
    ]
    labels = [
        "  "
        + line(
            {
                "text": {"en": label.text.en, "it": label.text.it},
                "x": label.x,
                "y": label.y,
                "size": label.size,
                "angle": label.angle,
                "role": label.role,
            }
        )
        for label in drawing.labels
    ]
    head = {
        "format": drawing.format,
        "board": drawing.board,
        "source": drawing.source,
        "size": drawing.size,
        "theme": drawing.theme,
    }
    lines = [f'"{key}": {line(value)},' for key, value in head.items()]
    body = '"layers": [\n' + ",\n".join(layers) + '\n],\n"labels": [\n' + ",\n".join(labels) + "\n]"
    return "{\n" + "\n".join(lines) + "\n" + body + "\n}\n"
