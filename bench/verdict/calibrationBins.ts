/**
 * Verdicts in bins by confidence: the mean confidence of each beside the share that was right, and
 *     ECE = sum_b n_b / n |right_b - confidence_b|.
 * Source: Naeini, Cooper, Hauskrecht 2015 (expected calibration error).
 */
const BINS = 10;

export interface Outcome {
  readonly confidence: number;
  readonly isRight: boolean;
  readonly weight: number;
}

export interface Calibration {
  readonly bins: readonly {
    readonly from: number;
    readonly count: number;
    /** Of all weight. */
    readonly share: number;
    readonly confidence: number;
    readonly right: number;
  }[];
  readonly ece: number;
}

export function binsOf(list: readonly Outcome[]): Calibration {
  const total = list.reduce((sum, { weight }) => sum + weight, 0);
  const bins = Array.from({ length: BINS }, (_, bin) => {
    const inside = list.filter(({ confidence }) => Math.min(BINS - 1, Math.floor(BINS * confidence)) === bin);
    const weight = inside.reduce((sum, one) => sum + one.weight, 0);
    const mean = (value: (one: Outcome) => number): number =>
      weight > 0 ? inside.reduce((sum, one) => sum + one.weight * value(one), 0) / weight : 0;
    return {
      from: bin / BINS,
      count: inside.length,
      share: weight / total,
      confidence: mean(({ confidence }) => confidence),
      right: mean(({ isRight }) => (isRight ? 1 : 0)),
    };
  });
  return { bins, ece: bins.reduce((sum, bin) => sum + bin.share * Math.abs(bin.right - bin.confidence), 0) };
}

const SIDE = 320;
const MARGIN = 48;
const at = (value: number): number => MARGIN + SIDE * value;
const up = (value: number): number => MARGIN + SIDE * (1 - value);
/** An SVG: every bin a disc whose area says how many verdicts it holds. */
export function reliabilityPlot({ bins, ece }: Calibration): string {
  const marks = bins
    .filter(({ count }) => count > 0)
    .map(({ confidence, right, share, count }) => {
      const radius = 3 + 14 * Math.sqrt(share);
      const label = `<text x="${at(confidence) - radius - 4}" y="${up(right) + 4}" text-anchor="end">${count}</text>`;
      return `<circle cx="${at(confidence).toFixed(1)}" cy="${up(right).toFixed(1)}" r="${radius.toFixed(1)}" fill="#1f77b4" fill-opacity="0.6"/>${label}`;
    });
  const ticks = [0, 0.25, 0.5, 0.75, 1].map(
    (value) =>
      `<text x="${at(value)}" y="${up(0) + 18}" text-anchor="middle">${value}</text><text x="${at(0) - 8}" y="${up(value) + 4}" text-anchor="end">${value}</text>`,
  );
  const size = SIDE + 2 * MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size}" height="${size}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="white"/>
<text x="${at(0)}" y="20" font-weight="bold">Reliability of the confidence; expected calibration error ${ece.toFixed(3)}</text>
<rect x="${at(0)}" y="${up(1)}" width="${SIDE}" height="${SIDE}" fill="none" stroke="#bbbbbb"/>
<line x1="${at(0)}" y1="${up(0)}" x2="${at(1)}" y2="${up(1)}" stroke="#bbbbbb" stroke-dasharray="4 4"/>
${[...ticks, ...marks].join('\n')}
<text x="${at(0.5)}" y="${up(0) + 38}" text-anchor="middle">confidence</text>
<text transform="translate(12 ${up(0.5)}) rotate(-90)" text-anchor="middle">share of right verdicts</text>
</svg>
`;
}
