"""Where each sample of a view lies on the marked canvas: turns, scales, shifts, perspective and bending."""

import math
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from .networks import CELL

FAR_TURN = 17.0
"""Degrees either way: a synchroniser that starts every 30 degrees then misses none."""
FAR_SCALE = 0.35
"""Natural logarithm either way: starts a factor 1.9 apart."""


@dataclass
class View:
    """A view's samples on the canvas.

    x, y: (n, side, side), canvas samples; cell_x, cell_y: (n, cells, cells), the mean over each output cell.
    """

    x: Tensor
    y: Tensor
    cell_x: Tensor
    cell_y: Tensor


def draw_view(random: np.random.Generator, far: np.ndarray, canvas: int, side: int, reach: np.ndarray) -> View:
    """A random view of side x side samples around the middle of a canvas of canvas x canvas samples.

    @param far for each view, whether it turns and scales widely (synchronisation) or hardly (reading the symbols)
    @param reach 0..1 for each view, how far the training has opened up the geometry
    """
    count = len(far)
    near = ~far
    turn = np.radians(random.uniform(-1, 1, count) * (0.5 * near + FAR_TURN * far)) * reach
    scale = np.exp(random.uniform(-1, 1, count) * (0.007 * near + FAR_SCALE * far) * reach)
    aspect = np.exp(random.uniform(-1, 1, count) * (0.005 * near + 0.12 * far) * reach)
    # shifts by whole cells change nothing for the lattice and the symbols move with it
    whole = CELL * random.integers(-1, 2, (2, count))
    # far views fall anywhere in a cell from the start: what sees no lattice must then answer with a vector of length 0
    shift = whole + random.uniform(-1, 1, (2, count)) * (0.7 * near * reach + CELL / 2 * far)
    tilt = random.uniform(-1, 1, (2, count)) * (0.007 * near + 0.08 * far) * reach
    bend = random.uniform(0, 1, (2, count)) * (0.4 * near + 2.0 * far) * reach * (random.random((2, count)) < 0.4)
    waves = 2 * math.pi / random.uniform(80, 240, (2, count))
    phases = random.uniform(0, 2 * math.pi, (2, count))

    def column(values: np.ndarray) -> Tensor:
        return torch.tensor(values, dtype=torch.float32).view(-1, 1, 1)

    axis = torch.arange(side) + 0.5 - side / 2
    v, u = torch.meshgrid(axis, axis, indexing="ij")
    depth = 1 + (column(tilt[0]) * u + column(tilt[1]) * v) / (side / 2)
    u, v = u / depth, v / depth
    cosine, sine = column(np.cos(turn) / scale), column(np.sin(turn) / scale)
    u = u * column(aspect)
    x = cosine * u - sine * v + column(shift[0]) + canvas / 2
    y = sine * u + cosine * v + column(shift[1]) + canvas / 2
    x, y = (
        x + column(bend[0]) * torch.sin(column(waves[0]) * y + column(phases[0])),
        y + column(bend[1]) * torch.sin(column(waves[1]) * x + column(phases[1])),
    )
    return View(x, y, F.avg_pool2d(x[:, None], CELL)[:, 0], F.avg_pool2d(y[:, None], CELL)[:, 0])


def look(picture: Tensor, view: View, canvas: int) -> Tensor:
    """The view of a picture that covers a canvas of canvas x canvas samples at whatever resolution it has."""
    grid = torch.stack([view.x, view.y], -1).to(picture.device) * (2 / canvas) - 1
    if picture.shape[2] != canvas:
        # the view is sampled as densely as the picture is
        side = round(view.x.shape[1] * picture.shape[2] / canvas)
        grid = F.interpolate(grid.permute(0, 3, 1, 2), size=(side, side), mode="bilinear", align_corners=False)
        grid = grid.permute(0, 2, 3, 1)
    return F.grid_sample(picture, grid, mode="bilinear", padding_mode="reflection", align_corners=False)


def phase_targets(view: View) -> Tensor:
    """Cosine and sine of the lattice's phase along x and y, (n, 4, cells, cells)."""
    along_x = 2 * math.pi * (view.cell_x - CELL / 2) / CELL
    along_y = 2 * math.pi * (view.cell_y - CELL / 2) / CELL
    return torch.stack([along_x.cos(), along_x.sin(), along_y.cos(), along_y.sin()], 1)


def symbol_targets(view: View, symbols: Tensor) -> Tensor:
    """The symbol of the canvas cell nearest to each output cell, (n, cells, cells)."""
    size = symbols.shape[-1]
    column = (view.cell_x / CELL - 0.5).round().long().clamp(0, size - 1)
    row = (view.cell_y / CELL - 0.5).round().long().clamp(0, size - 1)
    flat = symbols[:, 0].flatten(1).gather(1, (row * size + column).flatten(1).to(symbols.device))
    return flat.view(column.shape)
