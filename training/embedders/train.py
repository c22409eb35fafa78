"""Trains the copy network: photos in, a checkpoint out, resumable.

    /usr/bin/python3 -m training.embedders.train OUT --photos PHOTOS/train:0:417 --wallpapers FOLDER --minutes 22

Pairs of views of one scene (as it is, and edited) attract, everything else in the batch and in a memory of recent
vectors repels: InfoNCE (Oord et al. 2018) with cross-batch memory (Wang et al. 2020), and the nearest neighbours of a
batch are pushed apart, KoLeo (Sablayrolles et al. 2019), as in SSCD (Pizzi et al. 2022).
"""

import argparse
import math
import os
import random as random_module
import time

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from ..common import checkpoint, runlog
from ..common.photos import source
from .edits import edited
from .networks import CopyNetwork, dihedral_form
from .photos import PhotoBank, network_input, wallpaper_paths

# Wallpapers kept for tests on large pictures.
HELD_ASIDE = ("Dragonfly_by_Bolly", "sunset_by_Aitzol_Berasategi")
# Side of the pictures, pixels, and the side of the first part of the training.
SIDE, EARLY_SIDE = 96, 64
# In the order of edits.GEOMETRIC: none crop rotate tilt frame inset screenshot splice. Insets are few: with 18 of 100
# the network stayed without most of them and lost elsewhere (docs/decisions/0011-embedders.md).
WEIGHTS = (8, 22, 16, 14, 16, 5, 6, 13)
TEMPERATURE = 0.06
CHECKPOINT = "copy.pt"
PAIRS = 64
RATE = 1e-3
WARM_UP = 150
# Share of the training at the smaller side: fully convolutional networks keep what they learned there.
EARLY_SHARE = 0.45
MEMORY = 4096
MEMORY_FROM = 400
KOLEO = 0.1


class Memory:
    """Recent vectors of pictures as they are, with the numbers of their photos."""

    def __init__(self, length: int):
        self.vectors = torch.zeros(MEMORY, length)
        self.photos = torch.full((MEMORY,), -1)
        self.next = 0

    def add(self, vectors: Tensor, photos: Tensor) -> None:
        places = (self.next + torch.arange(len(vectors))) % MEMORY
        self.vectors[places] = vectors
        self.photos[places] = photos
        self.next = (self.next + len(vectors)) % MEMORY


def batch_of_pairs(bank: PhotoBank, side: int, random: random_module.Random) -> tuple[Tensor, Tensor]:
    """(2 * PAIRS) x 3 x side x side: PAIRS pictures as they are, then the same edited; and their photos' numbers."""
    order = random.sample(range(len(bank)), len(bank))
    views, photos = [], order[:PAIRS]
    for number in photos:
        scene = bank.scene(number, random)
        other = bank.scene(random.choice(order[PAIRS:]), random)
        form = random.randrange(8)
        for view in (scene, edited(scene, other, random, WEIGHTS)):
            views.append(dihedral_form(torch.from_numpy(network_input(view, side))[None], form)[0])
    return torch.stack(views[0::2] + views[1::2]), torch.tensor(photos)


def contrastive_loss(vectors: Tensor, photos: Tensor, memory: Memory | None) -> Tensor:
    """Mean over all 2 * PAIRS vectors of -log softmax of the partner; the memory counts as strangers."""
    count = len(photos)
    own = torch.eye(2 * count, dtype=torch.bool)
    logits = (vectors @ vectors.T / TEMPERATURE).masked_fill(own, -1e4)
    if memory is not None:
        stranger = (vectors @ memory.vectors.T) / TEMPERATURE
        same = photos.repeat(2)[:, None] == memory.photos[None]
        unused = (memory.photos < 0)[None]
        logits = torch.cat([logits, stranger.masked_fill(same | unused, -1e4)], 1)
    partner = (torch.arange(2 * count) + count) % (2 * count)
    return F.cross_entropy(logits, partner)


def koleo(vectors: Tensor) -> Tensor:
    """-mean log distance to the nearest other picture of the batch."""
    with torch.no_grad():
        likeness = vectors @ vectors.T
        likeness.fill_diagonal_(-2)
        nearest = likeness.argmax(1)
    return -(vectors - vectors[nearest]).norm(dim=1).add(1e-6).log().mean()


def rate_at(progress: float, step: int) -> float:
    return RATE * min(1, (step + 1) / WARM_UP) * (0.5 + 0.5 * math.cos(math.pi * progress) + 0.005)


def parsed_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", help="folder of checkpoint and log")
    parser.add_argument("--photos", type=source, required=True, metavar="FOLDER[:FIRST:LAST]")
    parser.add_argument("--wallpapers", type=source, metavar="FOLDER", help="further pictures, large")
    parser.add_argument("--minutes", type=float, default=35, help="processor minutes in all")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


class Trainer:
    """Network, optimiser and random sources, and their checkpoint."""

    def __init__(self, folder: str, bank: PhotoBank, seed: int):
        self.bank = bank
        self.network = CopyNetwork().to(memory_format=torch.channels_last)
        self.optimizer = torch.optim.AdamW(self.network.parameters(), lr=RATE, weight_decay=1e-4)
        self.path = os.path.join(folder, CHECKPOINT)
        self.random = random_module.Random(seed)
        self.memory = Memory(self.network.length)
        self.step, self.seconds = 0, 0.0
        state = checkpoint.load_if_there(self.path)
        if state:
            self.network.load_state_dict(state["network"])
            self.optimizer.load_state_dict(state["optimizer"])
            self.step, self.seconds = state["step"], state["seconds"]
            # The state of the random source is not kept: a resumed run sees other pairs than one that never stopped.
            self.random.seed(seed + self.step)

    def save(self) -> None:
        state = {"network": self.network.state_dict(), "optimizer": self.optimizer.state_dict()}
        checkpoint.save(self.path, {**state, "step": self.step, "seconds": self.seconds})

    def train_step(self, progress: float) -> dict[str, float]:
        """One batch; what the log wants to know of it."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate_at(progress, self.step)
        side = EARLY_SIDE if progress < EARLY_SHARE else SIDE
        pictures, photos = batch_of_pairs(self.bank, side, self.random)
        vectors = self.network(pictures.contiguous(memory_format=torch.channels_last))
        memory = self.memory if self.step >= MEMORY_FROM else None
        loss = contrastive_loss(vectors, photos, memory)
        spread = koleo(vectors[:PAIRS])
        self.optimizer.zero_grad(set_to_none=True)
        (loss + KOLEO * spread).backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()
        self.memory.add(vectors[:PAIRS].detach(), photos)
        self.step += 1
        with torch.no_grad():
            likeness = vectors[PAIRS:] @ vectors[:PAIRS].T
            found = (likeness.argmax(1) == torch.arange(PAIRS)).float().mean().item()
            return {
                "loss": loss.item(),
                "koleo": spread.item(),
                "found": found,
                "pair": likeness.diagonal().mean().item(),
            }


def main() -> None:
    options = parsed_arguments()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(options.seed)
    paths = options.photos.paths() + (wallpaper_paths(options.wallpapers, HELD_ASIDE) if options.wallpapers else [])
    bank = PhotoBank(paths)
    trainer = Trainer(options.out, bank, options.seed)
    log = runlog.RunLog(os.path.join(options.out, "copy.jsonl"), trainer.step)
    sources = [one.record(len(one.paths())) for one in (options.photos, options.wallpapers) if one]
    parameters = sum(parameter.numel() for parameter in trainer.network.parameters())
    log.write(sources=sources, used=len(bank), parameters=parameters, seed=options.seed, commit=runlog.commit())
    start, saved, rows = time.process_time() - trainer.seconds, trainer.seconds, []
    while trainer.seconds < 60 * options.minutes:
        rows.append(trainer.train_step(trainer.seconds / (60 * options.minutes)))
        trainer.seconds = time.process_time() - start
        if trainer.seconds - saved > 60:
            saved = trainer.seconds
            trainer.save()
        if len(rows) == 25:
            means = {name: float(np.mean([row[name] for row in rows])) for name in rows[0]}
            log.write(iteration=trainer.step, seconds=round(trainer.seconds), **means)
            rows = []
    trainer.save()


if __name__ == "__main__":
    main()
