import { expect, test } from 'vitest';
import { labToSrgb, srgbToLab } from '../../../src/signal/colour/cieLab.ts';
import { encodeSrgb, linearizeSrgb } from '../../../src/signal/colour/srgbCurve.ts';
import type { ColourPlanes } from '../../../src/tamper/alignment/registeredColour.ts';
import { LAB, LINEAR } from '../../../src/tamper/globalFit/colourSpaces.ts';
import { seededUniform } from '../../pictures/numbers.ts';

const COUNT = 5000;
const uniform = seededUniform(9);
/** Dark levels are drawn as often as bright ones: there the curves bend most. */
const levels = (): Float32Array =>
  Float32Array.from({ length: COUNT }, (_, i) => (i < 3 ? 127.5 * i : (i % 2 === 0 ? 255 : 12) * uniform()));
const picture = (): ColourPlanes => ({ width: COUNT, height: 1, channels: [levels(), levels(), levels()] });
const copyOf = ({ channels: [a, b, c], ...size }: ColourPlanes): ColourPlanes => ({
  ...size,
  channels: [a.slice(), b.slice(), c.slice()],
});
const farthest = (picked: Float32Array, exact: (i: number) => number): number =>
  picked.reduce((most, value, i) => Math.max(most, Math.abs(value - exact(i))), 0);

test('light and samples are those of the curves of sRGB to half a thousandth of a level', () => {
  const samples = picture();
  const light = copyOf(samples);
  LINEAR.enter(light);
  samples.channels.forEach((channel, c) => {
    const exact = (i: number): number => 255 * linearizeSrgb((channel[i] as number) / 255);
    expect(farthest(light.channels[c] as Float32Array, exact)).toBeLessThan(5e-4);
  });
  const back = copyOf(samples);
  LINEAR.leave(back);
  samples.channels.forEach((channel, c) => {
    const exact = (i: number): number => 255 * encodeSrgb((channel[i] as number) / 255);
    expect(farthest(back.channels[c] as Float32Array, exact)).toBeLessThan(5e-4);
  });
});

test('L*a*b* is that of the samples, there and back', () => {
  const samples = picture();
  const lab = copyOf(samples);
  LAB.enter(lab);
  const back = copyOf(lab);
  LAB.leave(back);
  const [[r, g, b], [l, p, q]] = [samples.channels, lab.channels];
  const out = new Float32Array(3);
  let [there, again] = [0, 0];
  for (let i = 0; i < COUNT; i++) {
    srgbToLab(r[i] as number, g[i] as number, b[i] as number, out, 0);
    for (const c of [0, 1, 2] as const)
      there = Math.max(there, Math.abs((lab.channels[c][i] as number) - 2.55 * (out[c] as number)));
    labToSrgb((l[i] as number) / 2.55, (p[i] as number) / 2.55, (q[i] as number) / 2.55, out, 0);
    for (const c of [0, 1, 2] as const)
      again = Math.max(again, Math.abs((back.channels[c][i] as number) - (out[c] as number)));
  }
  expect(there).toBeLessThan(0.01);
  expect(again).toBeLessThan(0.01);
});
