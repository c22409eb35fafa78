/** Curves of recovery against attack strength, one panel a family of attacks, one curve a track, as SVG. @module */
import type { Share } from './statistics.ts';
import type { Sweep } from '../attacks/sweeps.ts';

const PANEL = { width: 420, height: 260, left: 52, right: 16, top: 34, bottom: 46 };
/** Told apart by people who cannot tell red from green; Okabe and Ito 2008. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7'];
/** Distance between the markers of two curves at one strength, px. */
const DODGE = 5;
const MARKERS = ['circle', 'square', 'triangle', 'diamond'] as const;

type Curve = (attack: string) => Share | undefined;

/** @param curves by name: the share recovered after a swept attack, undefined where it was not run */
export function curvesSvg(sweeps: Readonly<Record<string, Sweep>>, curves: Readonly<Record<string, Curve>>): string {
  const families = Object.entries(sweeps).filter(([family, { strengths }]) =>
    strengths.some((strength) => Object.values(curves).some((curve) => curve(`${family}@${strength}`))),
  );
  const columns = Math.min(2, Math.max(1, families.length));
  const width = columns * PANEL.width;
  const height = Math.ceil(families.length / columns) * PANEL.height + 30;
  const panels = families.map(([family, sweep], i) => {
    const [x, y] = [(i % columns) * PANEL.width, 30 + Math.floor(i / columns) * PANEL.height];
    return `<g transform="translate(${x} ${y})">${panel(family, sweep, curves)}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    '<title>Share of photos whose payload is read exactly, against the strength of an attack</title>',
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    legend(Object.keys(curves)),
    ...panels,
    '</svg>',
    '',
  ].join('\n');
}

function legend(names: readonly string[]): string {
  return names
    .map((name, i) => `<g transform="translate(${52 + i * 150} 18)">${marker(i, 0, -4)}<text x="10">${name}</text></g>`)
    .join('');
}

function panel(family: string, { title, axis, strengths }: Sweep, curves: Readonly<Record<string, Curve>>): string {
  const inner = { width: PANEL.width - PANEL.left - PANEL.right, height: PANEL.height - PANEL.top - PANEL.bottom };
  // Evenly spaced: the strengths were chosen where something happens.
  const xOf = (i: number): number => PANEL.left + (inner.width * i) / Math.max(1, strengths.length - 1);
  const yOf = (share: number): number => PANEL.top + inner.height * (1 - share);
  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const line = `<line x1="${PANEL.left}" x2="${PANEL.left + inner.width}" y1="${yOf(share)}" y2="${yOf(share)}" stroke="#dddddd"/>`;
    return `${line}<text x="${PANEL.left - 6}" y="${yOf(share) + 4}" text-anchor="end">${100 * share} %</text>`;
  });
  const ticks = strengths.map(
    (strength, i) =>
      `<text x="${xOf(i).toFixed(1)}" y="${PANEL.top + inner.height + 16}" text-anchor="middle">${strength}</text>`,
  );
  const lines = Object.values(curves).map((curve, i, all) => {
    // Side by side, so that curves of the same height do not hide each other.
    const aside = DODGE * (i - (all.length - 1) / 2);
    const points = strengths.flatMap((strength, at) => {
      const share = curve(`${family}@${strength}`);
      return share ? [{ x: xOf(at) + aside, y: yOf(share.share), low: yOf(share.low), high: yOf(share.high) }] : [];
    });
    const colour = COLOURS[i % COLOURS.length];
    const path = points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
    const whiskers = points.map(
      ({ x, low, high }) =>
        `<line x1="${x.toFixed(1)}" x2="${x.toFixed(1)}" y1="${low.toFixed(1)}" y2="${high.toFixed(1)}" stroke="${colour}" stroke-opacity="0.3"/>`,
    );
    const markers = points.map(({ x, y }) => marker(i, x, y));
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${whiskers.join('')}${markers.join('')}`;
  });
  return [
    `<text x="${PANEL.left}" y="${PANEL.top - 12}" font-weight="bold">${title}</text>`,
    ...grid,
    ...ticks,
    `<text x="${PANEL.left + inner.width / 2}" y="${PANEL.height - 12}" text-anchor="middle">${axis}</text>`,
    ...lines,
  ].join('');
}

function marker(index: number, x: number, y: number): string {
  const colour = COLOURS[index % COLOURS.length];
  const at = `transform="translate(${x.toFixed(1)} ${y.toFixed(1)})" fill="${colour}"`;
  switch (MARKERS[index % MARKERS.length]) {
    case 'square':
      return `<rect x="-3" y="-3" width="6" height="6" ${at}/>`;
    case 'triangle':
      return `<path d="M0 -4L4 3L-4 3Z" ${at}/>`;
    case 'diamond':
      return `<path d="M0 -4L4 0L0 4L-4 0Z" ${at}/>`;
    default:
      return `<circle r="3.5" ${at}/>`;
  }
}
