"""The modem of track C: one symbol (+1 or -1) in each cell of 8 x 8 samples of a luma canvas, and the lattice's phase.

Both networks are fully convolutional and see luma alone (BT.601, 0..1): a mark in luma survives greyscale, and the
detector of a large picture then shrinks one plane, not three. Sides are multiples of 8.
"""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

CELL = 8
"""Side of a cell in canvas samples: the wavelengths that JPEG at half size still keeps."""

JND_FLOOR = 0.25
"""Least visibility threshold, relative: 0.2 to 0.3 keeps the regular lattice out of skies, 0.4 was visible there."""
JND_SLOPE = 1.5
JND_FULL = 0.08
"""Local standard deviation (of 0..1) from which masking no longer grows."""

ENERGY_WINDOW = 7
"""Over how much the pattern's energy is evened out, in steps of 4 samples: 28 samples, three and a half cells."""

LEAST_SHARE = 1 / 3
"""How far the encoder may hold back where the threshold of visibility would let it draw: a factor of amplitude."""

DARK_ENERGY = 0.03**2
"""What SSIM adds to the variances it divides by, C2 of Wang et al. 2004, values 0..1."""
ENERGY_BAR, SSIM_BAR = 10**-4.4, 0.013
"""What the mark may cost: a mean square of 44 dB and a loss of SSIM of 0.013, the bars of the product."""


def convolution(before: int, after: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after), nn.SiLU(inplace=True)
    )


class Residual(nn.Module):
    """x + f(x), f two convolutions."""

    def __init__(self, channels: int):
        super().__init__()
        self.first = convolution(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        return F.silu(x + self.second(self.first(x)))


def box_mean(x: Tensor, side: int) -> Tensor:
    """Mean over side x side samples (odd), at the rim over those inside; rows, then columns: cheaper."""
    rows = F.avg_pool2d(x, (1, side), 1, (0, side // 2), count_include_pad=False)
    return F.avg_pool2d(rows, (side, 1), 1, (side // 2, 0), count_include_pad=False)


def just_noticeable(luma: Tensor) -> Tensor:
    """How much change each sample hides, relative, JND_FLOOR to JND_FLOOR + JND_SLOPE.

    The standard deviation of 7 x 7 samples, then its least value over 5 x 5: texture masks, but a lone edge does not
    license change on its smooth sides.
    """
    mean = box_mean(luma, 7)
    deviation = (box_mean(luma * luma, 7) - mean * mean).clamp(min=1e-6).sqrt()
    eroded = -F.max_pool2d(F.max_pool2d(-deviation, (1, 5), 1, (0, 2)), (5, 1), 1, (2, 0))
    return JND_FLOOR + JND_SLOPE * (eroded / JND_FULL).clamp(max=1.0)


def cost_weights(luma: Tensor) -> Tensor:
    """What a squared change of each sample costs, 1 / ENERGY_BAR + 1 / (SSIM_BAR (2 variance + C2)).

    A small change r of a window of variance v that is independent of it loses r^2 / (2 v + C2) of SSIM. A mean cost of
    2 reaches both bars in a picture that is alike all over.
    """
    mean = box_mean(luma, 7)
    variance = (box_mean(luma * luma, 7) - mean * mean).clamp(min=0)
    return 1 / ENERGY_BAR + 1 / (SSIM_BAR * (2 * variance + DARK_ENERGY))


class Encoder(nn.Module):
    """Luma canvas and symbols to the residual to add, of mean square 1 over the canvas.

    The network draws the pattern at half resolution (a full-resolution residual learns a checkerboard, which dies in
    any blur). Its local energy is divided out after the enlargement: divided out before, the network draws a half
    resolution checkerboard in texture, which the enlargement erases, and spends everything on smooth parts. Where it
    would rather spend less it says so, within LEAST_SHARE.
    """

    def __init__(self, fine: int = 32, coarse: int = 48):
        super().__init__()
        self.shallow = convolution(16, fine)
        self.deep = convolution(fine, coarse, 2)
        self.spread = nn.Conv2d(1, 32, 1)
        self.place = nn.ConvTranspose2d(1, 16, 2, 2)
        self.mix = nn.Sequential(convolution(coarse + 32, coarse), Residual(coarse))
        self.join = nn.Sequential(convolution(coarse + fine + 16, fine), convolution(fine, fine))
        self.draw = nn.Conv2d(fine, 5, 3, 1, 1)

    def pattern(self, luma: Tensor, symbols: Tensor) -> Tensor:
        """What the network draws, full resolution, local root mean square LEAST_SHARE to 1."""
        shallow = self.shallow(F.pixel_unshuffle(luma - 0.5, 4))
        mixed = self.mix(torch.cat([self.deep(shallow), self.spread(symbols)], 1))
        grown = F.interpolate(mixed, scale_factor=2.0, mode="nearest")
        joined = self.join(torch.cat([grown, shallow, self.place(symbols)], 1))
        values = self.draw(joined)
        drawn = torch.tanh(F.pixel_shuffle(values[:, :4], 2))
        grown = F.interpolate(drawn, scale_factor=2.0, mode="bilinear", align_corners=False)
        energy = box_mean(F.avg_pool2d(grown * grown, 4), ENERGY_WINDOW)
        share = LEAST_SHARE + (1 - LEAST_SHARE) * box_mean(torch.sigmoid(values[:, 4:]), ENERGY_WINDOW)
        gain = share / (energy + 1e-6).sqrt()
        return grown * F.interpolate(gain, scale_factor=4.0, mode="bilinear", align_corners=False)

    def shaped(self, luma: Tensor, symbols: Tensor) -> Tensor:
        """The pattern under the visibility threshold, not yet normalised."""
        return self.pattern(luma, symbols) * just_noticeable(luma)

    def forward(self, luma: Tensor, symbols: Tensor) -> Tensor:
        residual = self.shaped(luma, symbols)
        power = (residual * residual).mean((1, 2, 3), keepdim=True)
        return residual / (power + 1e-8).sqrt()


class Decoder(nn.Module):
    """Luma canvas to five values a cell: the symbol's log-likelihood ratio (> 0 says +1), then the cosine and sine of
    2 pi (x - 4) / 8 and of 2 pi (y - 4) / 8, (x, y) the cell's centre on the marked canvas, in its samples.
    """

    def __init__(self, fine: int = 48, coarse: int = 64):
        super().__init__()
        self.layers = nn.Sequential(
            convolution(16, fine),
            Residual(fine),
            convolution(fine, coarse, 2),
            Residual(coarse),
            Residual(coarse),
            nn.Conv2d(coarse, 5, 1),
        )

    def forward(self, luma: Tensor) -> Tensor:
        return self.layers(F.pixel_unshuffle(luma - 0.5, 4))
