"""A regenerating attacker: an autoencoder that redraws a picture from 1/8 x 1/8 of its samples, rounded.

What a learned codec (JPEG AI) or the encoder of a diffusion model does to a picture before anything else: fine detail
is not kept but drawn anew. Trained on clean photographs, knowing nothing of any mark.

    /usr/bin/python3 -m training.track_c.regenerator train --photos FOLDER[:FIRST:LAST] ... --run DIR
    /usr/bin/python3 -m training.track_c.regenerator measure DIR/regenerator.pt RUN/final.pt --photos FOLDER
    /usr/bin/python3 -m training.track_c.regenerator apply DIR/regenerator.pt PICTURES OUT
"""

import argparse
import os

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ..common import checkpoint, photos
from ..common.runlog import RunLog, commit
from . import evaluate, export
from .networks import CELL, Residual, convolution

SIDE = 96
"""Side of the training patches."""
STEP = 0.25
"""Width of the latents' rounding step; the latents are bounded to -2..2, so a latent holds about four bits."""


class Regenerator(nn.Module):
    """RGB to RGB, 0..1, sides multiples of 8, through ``latents`` numbers and a mean colour for each 8 x 8 samples."""

    def __init__(self, latents: int = 16):
        super().__init__()
        self.analysis = nn.Sequential(
            convolution(12, 48),
            convolution(48, 64, 2),
            Residual(64),
            convolution(64, 96, 2),
            Residual(96),
            nn.Conv2d(96, latents, 1),
        )
        self.begin = nn.Sequential(convolution(latents, 96), Residual(96))
        self.middle = nn.Sequential(convolution(96, 64), Residual(64))
        self.end = nn.Sequential(convolution(64, 48), nn.Conv2d(48, 12, 3, 1, 1))

    def forward(self, picture: Tensor) -> Tensor:
        latents = 2 * torch.tanh(self.analysis(F.pixel_unshuffle(picture - 0.5, 2)))
        # noise as wide as the rounding step stands for the rounding while training (Balle et al. 2017)
        coded = latents + STEP * (torch.rand_like(latents) - 0.5) if self.training else STEP * (latents / STEP).round()
        means = F.interpolate(F.avg_pool2d(picture, 8), scale_factor=8.0, mode="bilinear", align_corners=False)
        coarse = F.interpolate(self.begin(coded), scale_factor=2.0, mode="nearest")
        fine = F.interpolate(self.middle(coarse), scale_factor=2.0, mode="nearest")
        return F.pixel_shuffle(self.end(fine), 2) + means


def patches(random: np.random.Generator, pictures: list[np.ndarray], count: int) -> Tensor:
    out = []
    for index in random.integers(0, len(pictures), count):
        picture = pictures[index]
        top, left = (random.integers(0, length - SIDE + 1) for length in picture.shape[:2])
        patch = picture[top : top + SIDE, left : left + SIDE]
        out.append(patch[:, ::-1] if random.random() < 0.5 else patch)
    return torch.from_numpy(np.stack(out)).permute(0, 3, 1, 2).float() / 255


def train(arguments: argparse.Namespace) -> None:
    pictures, records = photos.load(arguments.photos, False, 900)
    pictures = [picture for picture in pictures if min(picture.shape[:2]) >= SIDE]
    torch.manual_seed(arguments.seed)
    network = Regenerator().to(memory_format=torch.channels_last)
    optimizer = torch.optim.AdamW(network.parameters(), lr=2e-3, weight_decay=1e-4)
    rate = torch.optim.lr_scheduler.OneCycleLR(optimizer, 2e-3, arguments.iterations, pct_start=0.05)
    log = RunLog(os.path.join(arguments.run, "regenerator.jsonl"))
    log.write(event="start", iteration=0, commit=commit(), seed=arguments.seed, sources=records)
    for iteration in range(1, arguments.iterations + 1):
        wanted = patches(np.random.default_rng([arguments.seed, iteration]), pictures, 8)
        drawn = network(wanted.contiguous(memory_format=torch.channels_last))
        loss = (drawn - wanted).abs().mean()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        rate.step()
        if iteration % 50 == 0:
            psnr = float(-10 * torch.log10((drawn.detach() - wanted).square().mean()))
            log.write(iteration=iteration, loss=loss.item(), psnr=psnr)
    checkpoint.save(os.path.join(arguments.run, "regenerator.pt"), {"network": network.state_dict()})


def regenerate(network: Regenerator, picture: np.ndarray) -> np.ndarray:
    """A uint8 picture redrawn; sides that are no multiples of 8 are padded by mirroring."""
    height, width = picture.shape[:2]
    padded = np.pad(picture, ((0, -height % 8), (0, -width % 8), (0, 0)), mode="symmetric")
    with torch.no_grad():
        drawn = network(torch.from_numpy(padded).permute(2, 0, 1)[None].float() / 255)
    redrawn = (drawn[0].clamp(0, 1) * 255).round().byte().permute(1, 2, 0).numpy()
    return np.ascontiguousarray(redrawn[:height, :width])


def restore(path: str) -> Regenerator:
    state = checkpoint.load(path)
    network = Regenerator()
    network.load_state_dict(state["network"])
    return network.eval()


def apply(arguments: argparse.Namespace) -> None:
    network = restore(arguments.checkpoint)
    os.makedirs(arguments.out, exist_ok=True)
    for path in photos.source(arguments.pictures).paths():
        picture = photos.read_picture(path, False)
        if picture is None:
            continue
        redrawn = regenerate(network, picture)
        psnr = -10 * np.log10(np.mean((redrawn.astype(float) - picture) ** 2) / 255**2)
        name = os.path.splitext(os.path.basename(path))[0] + ".png"
        cv2.imwrite(os.path.join(arguments.out, name), redrawn[:, :, ::-1])
        print(f"{name}: {psnr:.1f} dB of its original")


def measure(arguments: argparse.Namespace) -> None:
    """Bits per cell of track C's modem before and after; the whole product is tried on what ``apply`` writes."""
    network = restore(arguments.checkpoint)
    encoder, decoder, _ = export.restore(arguments.modem)
    rows = []
    for seed, path in enumerate(path for one in arguments.photos for path in one.paths()):
        picture = photos.picture_at(path, False)[:, :, ::-1]
        size = evaluate.canvas_size(*picture.shape[:2])
        shape = (1, 1, size[0] // CELL, size[1] // CELL)
        symbols = torch.randint(0, 2, shape, generator=torch.Generator().manual_seed(seed)).float() * 2 - 1
        with torch.no_grad():
            marked = evaluate.embed(encoder, picture, symbols, size, arguments.psnr)
            redrawn = regenerate(network, np.ascontiguousarray(marked[:, :, ::-1]))[:, :, ::-1]
            cells = [decoder(evaluate.canvas_of(seen, size))[0, 0] for seen in (marked, redrawn)]
        kept = [evaluate.bits(values * symbols[0, 0]) for values in cells]
        rows.append([*kept, -10 * np.log10(np.mean((redrawn.astype(float) - marked) ** 2) / 255**2)])
    before, after, psnr = np.mean(rows, 0)
    spread = 1.96 * np.std(rows, 0, ddof=1) / np.sqrt(len(rows))
    print(f"{len(rows)} pictures at {arguments.psnr:g} dB, redrawn at {psnr:.1f} dB")
    print(f"bits per cell {before:.3f} +- {spread[0]:.3f} before, {after:.3f} +- {spread[1]:.3f} after")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    training = commands.add_parser("train")
    training.add_argument("--photos", type=photos.source, nargs="+", required=True)
    training.add_argument("--run", required=True)
    training.add_argument("--iterations", type=int, default=600)
    training.add_argument("--seed", type=int, default=1)
    training.set_defaults(work=train)
    applying = commands.add_parser("apply")
    applying.add_argument("checkpoint")
    applying.add_argument("pictures", help="folder of marked pictures")
    applying.add_argument("out")
    applying.set_defaults(work=apply)
    measuring = commands.add_parser("measure")
    measuring.add_argument("checkpoint")
    measuring.add_argument("modem", help="checkpoint of track C")
    measuring.add_argument("--photos", type=photos.source, nargs="+", required=True)
    measuring.add_argument("--psnr", type=float, default=44.0)
    measuring.set_defaults(work=measure)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    arguments.work(arguments)


if __name__ == "__main__":
    main()
