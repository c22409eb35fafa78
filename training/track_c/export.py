"""ONNX files of track C from a checkpoint.

/usr/bin/python3 -m training.track_c.export CHECKPOINT models
"""

import os
import sys

import torch

from ..common import checkpoint, onnx_export
from .networks import CELL, Decoder, Encoder

CANVAS = 384
"""Square root of the canvas's area that the training aims at; the networks accept any sides that are multiples of 8."""

PLANE = {0: "n", 2: "h", 3: "w"}
CELLS = {0: "n", 2: "gh", 3: "gw"}
CANVAS_FACTS = {
    "canvas": {"sqrtArea": CANVAS, "sidesMultipleOf": CELL, "downscale": "bilinear, antialiased"},
    "cell": CELL,
    "normalisation": "BT.601 luma of sRGB values, float32 0..1; the graph subtracts 0.5 itself",
}


def export_networks(encoder: Encoder, decoder: Decoder, folder: str, iteration: int) -> None:
    """Writes track-c-encoder and track-c-decoder (.onnx and .json) into a folder."""
    luma = torch.rand(1, 1, 96, 128)
    symbols = torch.sign(torch.randn(1, 1, 12, 16))
    onnx_export.export(
        encoder.cpu(),
        (luma, symbols),
        os.path.join(folder, "track-c-encoder.onnx"),
        {"luma": PLANE, "symbols": CELLS},
        {"residual": PLANE},
        {
            **CANVAS_FACTS,
            "iteration": iteration,
            "inputs": {"luma": ["n", 1, "h", "w"], "symbols": ["n", 1, "h/8", "w/8"]},
            "symbols": "+1 or -1; +1 is bit 0",
            "outputs": {"residual": ["n", 1, "h", "w"]},
            "residual": "added to R, G and B alike; mean square 1, visibility threshold applied; multiply by "
            "10^(-PSNR/20) for values 0..1",
        },
    )
    onnx_export.export(
        decoder.cpu(),
        (luma,),
        os.path.join(folder, "track-c-decoder.onnx"),
        {"luma": PLANE},
        {"cells": CELLS},
        {
            **CANVAS_FACTS,
            "iteration": iteration,
            "inputs": {"luma": ["n", 1, "h", "w"]},
            "outputs": {"cells": ["n", 5, "h/8", "w/8"]},
            "cells": "0: log-likelihood ratio (natural), > 0 says +1; 1, 2: cosine and sine of 2 pi (x - 4) / 8; "
            "3, 4: of 2 pi (y - 4) / 8; (x, y) the cell's centre on the marked canvas",
        },
    )


def restore(path: str) -> tuple[Encoder, Decoder, int]:
    """The networks of a checkpoint, in evaluation mode, and its iteration."""
    state = checkpoint.load(path)
    encoder, decoder = Encoder(), Decoder()
    encoder.load_state_dict(state["encoder"])
    decoder.load_state_dict(state["decoder"])
    return encoder.eval(), decoder.eval(), state["iteration"]


if __name__ == "__main__":
    restored_encoder, restored_decoder, at = restore(sys.argv[1])
    export_networks(restored_encoder, restored_decoder, sys.argv[2], at)
