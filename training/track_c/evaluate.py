"""How much of each symbol arrives: bits per cell, error rates and phase errors on photographs the training never saw.

    /usr/bin/python3 -m training.track_c.evaluate CHECKPOINT --photos FOLDER[:FIRST:LAST] --psnr 44 46 --json OUT.json

``--ssim 0.987`` marks every picture as strongly as loses that much of SSIM, within 40 to 50 dB: networks that spread
their energy differently are compared at equal loss.

Bits per cell is the mutual information of symbol and soft value, 1 - E[log2(1 + exp(-symbol * value))]: what a code can
use. The code of the product needs 160 bits from a tile of 1024 cells, and a canvas holds 2304.
"""

import argparse
import json
import math
import zlib
from dataclasses import dataclass

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from ..common import photos
from .export import CANVAS, restore
from .networks import CELL, Decoder, Encoder
from .treatments import TREATMENTS, codec

LUMA = torch.tensor([0.114, 0.587, 0.299]).view(1, 3, 1, 1)
"""BT.601 weights of blue, green and red."""
PHASE_TURNS = (0.0, 5.0, 15.0)
"""Degrees by which pictures are turned (then JPEG 70) to try the phase heads."""
STRENGTHS = (40.0, 50.0)
"""Within which an SSIM is sought, dB."""


@dataclass(frozen=True)
class Strength:
    """A PSNR in dB, or the SSIM that is left."""

    value: float
    is_psnr: bool

    def name(self) -> str:
        return f"{self.value:g} dB" if self.is_psnr else f"SSIM {self.value:g}"


def to_tensor(picture: np.ndarray) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(picture)).permute(2, 0, 1)[None].float() / 255


def canvas_size(height: int, width: int) -> tuple[int, int]:
    scale = CANVAS / math.sqrt(height * width)
    return max(1, round(height * scale / CELL)) * CELL, max(1, round(width * scale / CELL)) * CELL


def canvas_of(picture: np.ndarray, size: tuple[int, int]) -> Tensor:
    luma = (to_tensor(picture) * LUMA).sum(1, keepdim=True)
    return F.interpolate(luma, size=size, mode="bilinear", antialias=True, align_corners=False)


def embed(encoder: Encoder, picture: np.ndarray, symbols: Tensor, size: tuple[int, int], psnr: float) -> np.ndarray:
    """The picture with the mark, bytes."""
    residual = encoder(canvas_of(picture, size), symbols)
    grown = F.interpolate(residual, size=picture.shape[:2], mode="bicubic", align_corners=False)
    grown = grown / grown.square().mean().sqrt() * 10 ** (-psnr / 20)
    marked = (to_tensor(picture) + grown).clamp(0, 1)
    return (marked[0].permute(1, 2, 0) * 255).round().byte().numpy()


def turned(picture: np.ndarray, degrees: float) -> np.ndarray:
    height, width = picture.shape[:2]
    matrix = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), degrees, 1)
    whole = cv2.warpAffine(picture, matrix, (width, height), flags=cv2.INTER_CUBIC)
    return codec(".jpg", 70)(whole, np.random.default_rng(0))


def phase_agreement(cells: Tensor, size: tuple[int, int], degrees: float) -> float:
    """Mean product of the phase vectors said and those true after a turn, 1 if all are right and sure, 0 by chance."""
    rows, columns = cells.shape[1:]
    y, x = torch.meshgrid(torch.arange(rows) + 0.5, torch.arange(columns) + 0.5, indexing="ij")
    u, v = x * CELL - size[1] / 2, y * CELL - size[0] / 2
    angle = math.radians(degrees)
    # OpenCV turns anticlockwise: what is seen at (u, v) came from there turned back
    true_x = math.cos(angle) * u - math.sin(angle) * v + size[1] / 2
    true_y = math.sin(angle) * u + math.cos(angle) * v + size[0] / 2
    inside = (true_x > 0) & (true_x < size[1]) & (true_y > 0) & (true_y < size[0])
    agreement = 0.0
    for heads, along in ((cells[1:3], true_x), (cells[3:5], true_y)):
        phase = 2 * math.pi * (along - CELL / 2) / CELL
        agreement += float((heads[0] * phase.cos() + heads[1] * phase.sin())[inside].mean()) / 2
    return agreement


def similarity(first: np.ndarray, second: np.ndarray) -> float:
    """SSIM of luma, Gaussian window of sigma 1.5 (Wang et al. 2004)."""
    a, b = (cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float64) for picture in (first, second))

    def smooth(x: np.ndarray) -> np.ndarray:
        return cv2.GaussianBlur(x, (11, 11), 1.5)

    mean_a, mean_b = smooth(a), smooth(b)
    var_a, var_b = smooth(a * a) - mean_a**2, smooth(b * b) - mean_b**2
    both = smooth(a * b) - mean_a * mean_b
    c1, c2 = 6.5025, 58.5225
    values = (2 * mean_a * mean_b + c1) * (2 * both + c2) / ((mean_a**2 + mean_b**2 + c1) * (var_a + var_b + c2))
    return float(values.mean())


def bits(agreement: Tensor) -> float:
    return 1 - float(F.softplus(-agreement).mean()) / math.log(2)


def psnr_for(encoder: Encoder, picture: np.ndarray, symbols: Tensor, size: tuple[int, int], ssim: float) -> float:
    """The PSNR at which the mark loses 1 - ssim, dB, within STRENGTHS: the loss goes about with the energy."""
    psnr = 44.0
    for _ in range(3):
        loss = 1 - similarity(picture, embed(encoder, picture, symbols, size, psnr))
        psnr = float(np.clip(psnr + 10 * math.log10(loss / (1 - ssim)), *STRENGTHS))
    return psnr


def measure(encoder: Encoder, decoder: Decoder, picture: np.ndarray, strength: Strength, seed: int) -> dict:
    """All measures of one picture at one strength."""
    generator = torch.Generator().manual_seed(seed)
    size = canvas_size(*picture.shape[:2])
    symbols = torch.randint(0, 2, (1, 1, size[0] // CELL, size[1] // CELL), generator=generator).float() * 2 - 1
    psnr = strength.value if strength.is_psnr else psnr_for(encoder, picture, symbols, size, strength.value)
    marked = embed(encoder, picture, symbols, size, psnr)
    error = np.mean((marked.astype(float) - picture) ** 2)
    row: dict = {"psnr": 10 * math.log10(255**2 / error), "ssim": similarity(picture, marked)}
    for name, treatment in TREATMENTS.items():
        seen = treatment(marked, np.random.default_rng(seed + zlib.crc32(name.encode())))
        agreement = decoder(canvas_of(seen, size))[0, 0] * symbols[0, 0]
        row[name] = (bits(agreement), float((agreement < 0).float().mean()))
    for degrees in PHASE_TURNS:
        cells = decoder(canvas_of(turned(marked, degrees), size))[0]
        row[f"phase{degrees:g}"] = phase_agreement(cells, size, degrees)
    return row


def summary(rows: list[dict]) -> dict:
    """Means over pictures with half-widths of 95 % intervals, and how many pictures keep more than 0.15 bit a cell."""

    def interval(values: list[float]) -> list[float]:
        spread = 1.96 * float(np.std(values, ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else float("nan")
        return [round(float(np.mean(values)), 4), round(spread, 4)]

    out: dict = {"pictures": len(rows)}
    for name in ("psnr", "ssim", *(f"phase{degrees:g}" for degrees in PHASE_TURNS)):
        out[name] = interval([row[name] for row in rows])
    for name in TREATMENTS:
        arrived = [row[name][0] for row in rows]
        out[name] = {
            "bitsPerCell": interval(arrived),
            "errors": interval([row[name][1] for row in rows]),
            "above0.15": round(float(np.mean(np.array(arrived) > 0.15)), 3),
        }
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint")
    parser.add_argument("--photos", type=photos.source, nargs="+", required=True)
    parser.add_argument("--psnr", type=float, nargs="+", default=[])
    parser.add_argument("--ssim", type=float, nargs="+", default=[])
    parser.add_argument("--limit", type=int, default=24, help="pictures, spread over the sources")
    parser.add_argument("--longest-side", type=int, default=1600)
    parser.add_argument("--json")
    arguments = parser.parse_args()
    strengths = [Strength(value, True) for value in arguments.psnr]
    strengths += [Strength(value, False) for value in arguments.ssim]
    if not strengths:
        parser.error("--psnr or --ssim is needed")
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    encoder, decoder, iteration = restore(arguments.checkpoint)
    paths = [path for one in arguments.photos for path in one.paths()]
    chosen = paths[:: max(1, len(paths) // arguments.limit)][: arguments.limit]
    pictures = [photos.picture_at(path, False, arguments.longest_side)[:, :, ::-1] for path in chosen]
    result: dict = {"iteration": iteration, "sources": [one.record(len(one.paths())) for one in arguments.photos]}
    with torch.no_grad():
        for strength in strengths:
            rows = [measure(encoder, decoder, picture, strength, seed) for seed, picture in enumerate(pictures)]
            result[strength.name()] = summary(rows)
    for strength in strengths:
        name = strength.name()
        part = result[name]
        phases = [part[f"phase{degrees:g}"][0] for degrees in PHASE_TURNS]
        print(f"{name}: PSNR {part['psnr'][0]} SSIM {part['ssim'][0]} phases {phases}")
        for treatment in TREATMENTS:
            values = part[treatment]
            mean, half = values["bitsPerCell"]
            errors, enough = values["errors"][0], values["above0.15"]
            print(f"  {treatment:16s} bits {mean:7.3f} +- {half:.3f}  errors {errors:.3f}  above 0.15: {enough:.2f}")
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(result, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
