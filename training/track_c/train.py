"""Trains the modem of track C from photographs. See training/README.md.

/usr/bin/python3 -m training.track_c.train --photos FOLDER[:FIRST:LAST] ... --validate FOLDER[:FIRST:LAST] --run DIR
"""

import argparse
import os
import shutil
import time

import cv2
import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from ..common import checkpoint, photos, processes
from ..common.runlog import RunLog, commit
from . import channel, geometry
from .batches import Patches
from .export import export_networks
from .networks import CELL, Decoder, Encoder, cost_weights
from .schedule import Schedule, Stage

CANVAS_SIDE, VIEW_SIDE = 160, 128
"""Marked patch and what the decoder sees of it, canvas samples: the rim feeds turns and shrinking."""
SYMBOL_GATE, PHASE_GATE = (0.62, 0.74), (0.15, 0.22)
STEP = 0.005
"""The geometry of near views opens a little each step while the symbols are read better than the gate's upper end, and
closes below its lower end; that of far views by the agreement of phases alike. Opened at once, both stay at chance."""
PHASE_WEIGHT = 1.5
"""Weight of the phases' squared error beside the symbols' cross-entropy: a phase counts in every second view only."""
PSNR_SPREAD = 3.0
"""Half the range of transparencies around the stage's, dB: in the product the strength depends on the picture."""


class Training:
    """The networks, their optimiser and the state of the gate, on one process of several."""

    def __init__(self, arguments: argparse.Namespace, rank: int, count: int, pictures: list[np.ndarray]):
        self.rank, self.count, self.seed = rank, count, arguments.seed
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(arguments.seed)
        self.encoder, self.decoder = Encoder().to(self.device), Decoder().to(self.device)
        for network in (self.encoder, self.decoder):
            network.to(memory_format=torch.channels_last)
        self.parameters = [*self.encoder.parameters(), *self.decoder.parameters()]
        self.optimizer = torch.optim.AdamW(self.parameters, lr=2e-3, weight_decay=1e-4)
        self.schedule = Schedule(total=arguments.iterations, first=arguments.first)
        self.patches = Patches(pictures)
        self.groups, self.group = arguments.batch // 4, 4
        self.iteration, self.accuracy, self.agreement, self.near_reach, self.far_reach = 0, 0.5, 0.0, 0.0, 0.0

    def state(self) -> dict:
        return {
            "encoder": self.encoder.state_dict(),
            "decoder": self.decoder.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "iteration": self.iteration,
            "gates": (self.accuracy, self.agreement, self.near_reach, self.far_reach),
        }

    def resume(self, state: dict) -> None:
        self.encoder.load_state_dict(state["encoder"])
        self.decoder.load_state_dict(state["decoder"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.iteration = state["iteration"]
        self.accuracy, self.agreement, self.near_reach, self.far_reach = state["gates"]

    def start_from(self, state: dict) -> None:
        """The networks of another training, at iteration ``first`` of the schedule, with a new optimiser."""
        self.encoder.load_state_dict(grown(state["encoder"], self.encoder.state_dict()))
        self.decoder.load_state_dict(state["decoder"])
        self.iteration = self.schedule.first
        self.accuracy, self.agreement, self.near_reach, self.far_reach = state["gates"]

    def marked(self, random: np.random.Generator, psnr: float) -> tuple[list[Tensor], list[Tensor], Tensor]:
        """A batch in groups of one size: marked pictures at full size, the same unmarked, and the symbols."""
        scales = np.exp(random.uniform(0, np.log(1.9), self.groups))
        clean = [self.patches.draw(random, self.group, round(CANVAS_SIDE * scale)).to(self.device) for scale in scales]
        canvas = torch.cat([channel.scale_to(group, CANVAS_SIDE) for group in clean])
        cells = CANVAS_SIDE // CELL
        symbols = torch.from_numpy(random.integers(0, 2, (len(canvas), 1, cells, cells))).float() * 2 - 1
        symbols = symbols.to(self.device)
        shaped = self.encoder.shaped(canvas.contiguous(memory_format=torch.channels_last), symbols)
        own = (shaped.square() * cost_weights(canvas)).mean((1, 2, 3), keepdim=True)
        # a patch is part of a picture: halfway between its own cost and the batch's
        residual = shaped / (own * own.mean() + 1e-12) ** 0.25
        # the strength is given as energy, but only what costs less is learned
        residual = residual / residual.detach().square().mean().sqrt()
        wanted = psnr + random.uniform(-PSNR_SPREAD, PSNR_SPREAD, (len(canvas), 1, 1, 1))
        residual = residual * torch.tensor(10 ** (-wanted / 20), dtype=torch.float32, device=self.device)
        marked = []
        for group, part in zip(clean, residual.split(self.group), strict=True):
            grown = F.interpolate(part, size=group.shape[2:], mode="bicubic", align_corners=False)
            sum_ = (group + grown).clamp(0, 1)
            marked.append(channel.straight_through(sum_, channel.to_bytes(sum_)))
        return marked, clean, symbols

    def received(
        self, random: np.random.Generator, marked: Tensor, clean: Tensor, view: geometry.View, stage: Stage
    ) -> Tensor:
        """A group after the channel, as canvas views (n, 1, VIEW_SIDE, VIEW_SIDE)."""
        full = marked.shape[2]
        marked = channel.cover(random, marked, clean) if stage.severity >= 1 else marked
        shrunk = 1.0
        if random.random() < 0.4:
            shrunk = random.uniform(1 - 0.5 * stage.severity, 1.1)
        if random.random() < 0.25 * stage.hardness:
            shrunk = random.uniform(0.33, 0.6)
        attacked = channel.scale_to(marked, max(64, round(full * shrunk)))
        seen = geometry.look(attacked, view, CANVAS_SIDE)
        return channel.scale_to(channel.attack(random, seen, stage.severity, stage.hardness), VIEW_SIDE)

    def step(self) -> dict:
        """One batch; returns its measures."""
        random = np.random.default_rng([self.seed, self.rank, self.iteration])
        torch.manual_seed(int(random.integers(1 << 31)))
        cv2.setRNGSeed(int(random.integers(1 << 31)))
        stage = self.schedule.at(self.iteration)
        for group in self.optimizer.param_groups:
            group["lr"] = stage.rate
        marked, clean, symbols = self.marked(random, stage.psnr)
        # once the geometry opens, every second view is there for the synchronisation
        far = np.tile(np.arange(self.group) % 2 == 1, self.groups) & stage.geometry
        reach = np.where(far, self.far_reach, self.near_reach)
        view = geometry.draw_view(random, far, CANVAS_SIDE, VIEW_SIDE, reach)
        views = [
            geometry.View(*parts)
            for parts in zip(*(part.split(self.group) for part in vars(view).values()), strict=True)
        ]
        seen = torch.cat([self.received(random, *group, stage) for group in zip(marked, clean, views, strict=True)])
        output = self.decoder(seen.contiguous(memory_format=torch.channels_last))
        near = torch.from_numpy(~far).to(self.device)
        agreement = output[:, 0] * geometry.symbol_targets(view, symbols)
        symbol_loss = F.softplus(-agreement[near]).mean()
        loss = symbol_loss
        phase_loss, product = torch.zeros(()), torch.zeros(())
        if stage.geometry:
            # near views have no say: their phases are always near 0, and an unmarked picture would be called aligned
            targets = geometry.phase_targets(view).to(self.device)[~near]
            phases = output[~near][:, 1:]
            phase_loss = (phases - targets).square().mean()
            product = (phases.detach() * targets).sum(1).mean() / 2
            loss = symbol_loss + PHASE_WEIGHT * phase_loss
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        processes.average_gradients(self.parameters, self.count)
        torch.nn.utils.clip_grad_norm_(self.parameters, 1.0)
        self.optimizer.step()
        accuracy = (agreement[near].detach() > 0).float().mean()
        return self.measures(stage, torch.stack([accuracy, symbol_loss.detach(), phase_loss.detach(), product]).cpu())

    def measures(self, stage: Stage, measured: Tensor) -> dict:
        """Moves the gates by what was measured (accuracy, symbol loss, phase loss, phase agreement)."""
        processes.average([measured], self.count)
        accuracy, symbol_loss, phase_loss, product = measured.tolist()
        self.accuracy = 0.9 * self.accuracy + 0.1 * accuracy
        self.agreement = 0.9 * self.agreement + 0.1 * product
        if stage.geometry:
            self.near_reach = moved(self.near_reach, self.accuracy, SYMBOL_GATE)
            self.far_reach = moved(self.far_reach, self.agreement, PHASE_GATE)
        self.iteration += 1
        return {
            "cell_accuracy": accuracy,
            "bits_per_cell": 1 - symbol_loss / float(np.log(2)),
            "phase_loss": phase_loss,
            "phase_agreement": product,
            "near_reach": self.near_reach,
            "far_reach": self.far_reach,
        }


def grown(known: dict, wanted: dict) -> dict:
    """The weights known; a layer that has more outputs now has zeros there."""

    def fitted(weights: Tensor, shape: torch.Size) -> Tensor:
        return weights if weights.shape == shape else torch.cat([weights, weights.new_zeros(shape)[len(weights) :]])

    return {name: fitted(known[name], weights.shape) for name, weights in wanted.items()}


def moved(reach: float, measured: float, gate: tuple[float, float]) -> float:
    if measured > gate[1]:
        return min(1.0, reach + STEP)
    return max(0.0, reach - STEP) if measured < gate[0] else reach


def work(rank: int, count: int, arguments: argparse.Namespace) -> None:
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    if arguments.check:
        pictures, records = photos.synthetic(8, 360, True, 1), [{"folder": "synthetic", "pictures": 8}]
    else:
        pictures, records = photos.load(arguments.photos, True, 1400)
    training = Training(arguments, rank, count, pictures)
    path = os.path.join(arguments.run, "checkpoint.pt")
    saved = checkpoint.load_if_there(path)
    if saved:
        training.resume(saved)
    elif arguments.start_from:
        training.start_from(checkpoint.load(arguments.start_from))
    log = RunLog(os.path.join(arguments.run, "log.jsonl"), training.iteration) if rank == 0 else None
    if log:
        log.write(
            event="start",
            iteration=training.iteration,
            commit=commit(),
            seed=arguments.seed,
            sources=records,
            processes=count,
            batch=arguments.batch * count,
            schedule=vars(training.schedule),
        )
    gathered: list[dict] = []
    begun, save_at = time.process_time(), time.time() + arguments.save_seconds
    while training.iteration < arguments.iterations:
        gathered.append(training.step())
        due = training.iteration % arguments.log_every == 0 or training.iteration == arguments.iterations
        if log and due:
            means = {name: float(np.mean([row[name] for row in gathered])) for name in gathered[0]}
            stage = training.schedule.at(training.iteration)
            log.write(iteration=training.iteration, cpu_seconds=time.process_time() - begun, **means, **vars(stage))
            gathered = []
        ends = training.iteration == arguments.iterations
        if ends or training.iteration % arguments.sync_every == 0:
            for network in (training.encoder, training.decoder):
                processes.average_buffers(network, count)
            if rank == 0 and (ends or time.time() >= save_at):
                checkpoint.save(path, training.state())
                save_at = time.time() + arguments.save_seconds
    if rank == 0:
        shutil.copyfile(path, os.path.join(arguments.run, "final.pt"))
        export_networks(training.encoder, training.decoder, arguments.run, training.iteration)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--photos", type=photos.source, nargs="+", help="FOLDER or FOLDER:FIRST:LAST")
    parser.add_argument("--run", required=True, help="folder of checkpoint, log and ONNX files; resumed if begun")
    parser.add_argument("--iterations", type=int, default=3450)
    parser.add_argument("--batch", type=int, default=16, help="patches a step and process, a multiple of 4")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start-from", help="checkpoint of another run whose networks to go on from")
    parser.add_argument("--first", type=int, default=0, help="iteration of the schedule at which that begins")
    parser.add_argument("--log-every", type=int, default=20)
    parser.add_argument("--sync-every", type=int, default=50)
    parser.add_argument("--save-seconds", type=float, default=60)
    parser.add_argument("--check", action="store_true", help="self-check: six iterations on invented pictures")
    arguments = parser.parse_args()
    if arguments.check:
        arguments.iterations, arguments.batch, arguments.log_every = 6, 8, 3
    elif not arguments.photos:
        parser.error("--photos is needed (or --check)")
    processes.launch(arguments.processes, work, arguments)


if __name__ == "__main__":
    main()
