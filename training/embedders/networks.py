"""The copy network. It sees a square of [0, 1] RGB and gives a vector of unit length.

A picture and its seven turned and mirrored forms (the dihedral group D4) go through the same network and their vectors
are added up: e(x) = unit(sum over g of f(g x)). So e is exactly the same for a mirrored or quarter-turned picture, and
the network need not learn it. Sums of strangers stay strangers: nothing is lost but time. Training sees one form of a
picture at a time, the same for both views of a pair.

It ends in a batch normalisation without parameters: cosines of vectors that share a mean say little, and from
a common cone training spreads them slowly.
"""

import torch
import torch.nn.functional as F
from torch import Tensor, nn


def convolution(inputs: int, outputs: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.SiLU(inplace=True)
    )


class Residual(nn.Module):
    """x + conv(conv(x)), He et al. 2016."""

    def __init__(self, channels: int):
        super().__init__()
        self.first = convolution(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, 1, 1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x: Tensor) -> Tensor:
        return F.silu(x + self.second(self.first(x)))


class GeneralizedMean(nn.Module):
    """(mean of x^p)^(1/p) over places, p learned: between the mean (1) and the maximum (Radenovic et al. 2018)."""

    def __init__(self, p: float = 3.0):
        super().__init__()
        self.p = nn.Parameter(torch.tensor(p))

    def forward(self, x: Tensor) -> Tensor:
        return x.clamp(min=1e-4).pow(self.p).mean((2, 3)).pow(1 / self.p)


def standardised(x: Tensor) -> Tensor:
    """Less the mean over all samples of a picture, over their deviation: brightness and contrast are gone."""
    centred = x - x.mean((1, 2, 3), keepdim=True)
    return centred / (centred.square().mean((1, 2, 3), keepdim=True) + 1e-4).sqrt()


class CopyNetwork(nn.Module):
    """Global copy detection after SSCD (Pizzi et al. 2022): a small residual network, GeM of its last two stages."""

    length = 768

    def __init__(self, widths: tuple[int, int, int, int] = (24, 48, 96, 192)):
        super().__init__()
        a, b, c, d = widths
        self.stem = nn.Sequential(convolution(3, a, 2), convolution(a, b, 2), Residual(b))
        self.middle = nn.Sequential(convolution(b, c, 2), Residual(c))
        self.last = nn.Sequential(convolution(c, d, 2), Residual(d))
        self.pool_middle, self.pool_last = GeneralizedMean(), GeneralizedMean()
        self.project = nn.Linear(c + d, self.length, bias=False)
        self.centre = nn.BatchNorm1d(self.length, affine=False)

    def vector(self, x: Tensor) -> Tensor:
        middle = self.middle(self.stem(standardised(x)))
        pooled = [self.pool_middle(middle), self.pool_last(self.last(middle))]
        return self.centre(self.project(torch.cat(pooled, 1)))

    def forward(self, x: Tensor) -> Tensor:
        return F.normalize(self.vector(x), dim=1)


def dihedral_form(x: Tensor, form: int) -> Tensor:
    """Form 0..7 of a batch of squares: 0-3 quarter turns, 4-7 the same mirrored."""
    if form >= 4:
        x = x.flip(3)
    if form % 2:
        x = x.transpose(2, 3).flip(2)
    return x.flip((2, 3)) if form % 4 >= 2 else x


class Embedder(nn.Module):
    """A trained network with its eight forms: unit vectors are added up, the sum has unit length again."""

    def __init__(self, network: CopyNetwork):
        super().__init__()
        self.network = network

    def forward(self, x: Tensor) -> Tensor:
        forms = torch.cat([dihedral_form(x, form) for form in range(8)])
        vectors = F.normalize(self.network.vector(forms), dim=1)
        return F.normalize(vectors.view(8, -1, self.network.length).sum(0), dim=1)
