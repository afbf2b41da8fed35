from capotreno.board.drawing import DrawingFile


def draw() -> DrawingFile:
    raise NotImplementedError
