"""What the training asks for at each step: the modem alone, then the lattice, then transparency and hard attacks."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Stage:
    rate: float
    """Learning rate."""
    psnr: float
    """Mean transparency of the batch, dB of the canvas."""
    severity: float
    hardness: float
    geometry: bool
    """Whether the geometry may open (it still waits for the symbols to be read)."""


@dataclass(frozen=True)
class Schedule:
    """Ends of the stages, as iterations; ``total`` may be changed when resuming: the rate falls over the last third."""

    total: int
    modem: int = 250
    lattice: int = 700
    clear_from: int = 1500
    transparent: int = 2100
    hard_from: int = 700
    hard_full: int = 2300
    first_psnr: float = 31.0
    modem_psnr: float = 38.0
    last_psnr: float = 44.0
    peak_rate: float = 2e-3
    first: int = 0
    """Where the run began, if it went on from another's networks: the rate rises over 100 steps from there."""

    def at(self, iteration: int) -> Stage:
        return Stage(
            rate=self.peak_rate * min(1.0, (iteration - self.first + 1) / 100) * self.decay(iteration),
            psnr=self.psnr(iteration),
            severity=ramp(iteration, 0.1 * self.modem, self.lattice),
            hardness=ramp(iteration, self.hard_from, self.hard_full),
            geometry=iteration >= self.modem,
        )

    def psnr(self, iteration: int) -> float:
        first = (self.modem_psnr - self.first_psnr) * ramp(iteration, 0, self.modem)
        second = (self.last_psnr - self.modem_psnr) * ramp(iteration, self.clear_from, self.transparent)
        return self.first_psnr + first + second

    def decay(self, iteration: int) -> float:
        """1 over the first two thirds, then half a cosine down to 1 %."""
        return 0.01 + 0.99 * (0.5 + 0.5 * math.cos(math.pi * ramp(iteration, self.total * 2 / 3, self.total)))


def ramp(value: float, start: float, end: float) -> float:
    """0 up to start, 1 from end, straight in between."""
    return min(1.0, max(0.0, (value - start) / max(1e-9, end - start)))
