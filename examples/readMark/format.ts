/**
 * What a track's key says of a mark: docs/spec/watermark-a.md, sections 1, 3 and 4, written from that page alone. Nothing
 * here is imported from Assay, so that this reader proves the page and not our code.
 */
import { createCipheriv, hkdfSync } from 'node:crypto';

/** The values of section 3 in which the tracks differ. */
export interface Track {
  readonly id: 'a' | 'b';
  readonly tileSide: number;
  readonly radius: readonly [number, number];
  readonly pilotRadius: readonly [number, number];
  /** s: pixels to a tile sample in a picture of this size. */
  readonly scale: (width: number, height: number) => number;
}

export const TRACKS: readonly Track[] = [
  { id: 'a', tileSide: 96, radius: [0.05, 0.23], pilotRadius: [0.08, 0.18], scale: () => 1 },
  {
    id: 'b',
    tileSide: 128,
    radius: [0.035, 0.21],
    pilotRadius: [0.06, 0.17],
    scale: (width, height) => Math.max(0.9, Math.sqrt((width * height) / 393_216)),
  },
];

const STRONG = 16;
const WEAK = 72;
export const PILOTS = STRONG + WEAK;

export function trackKey(serviceKey: Uint8Array, id: string): Buffer {
  return Buffer.from(hkdfSync('sha256', serviceKey, 'assay/watermark/v1', `track ${id}`, 32));
}

/** The ChaCha20 key stream of a label as 32-bit words. */
export function words(key: Uint8Array, label: string): () => number {
  // node:crypto takes the 32-bit block counter (zero here) before the nonce of 12 bytes.
  const nonce = Buffer.alloc(16);
  nonce.write(label, 4, 'ascii');
  const cipher = createCipheriv('chacha20', key, nonce);
  let block = Buffer.alloc(0);
  return () => {
    if (block.length === 0) block = cipher.update(Buffer.alloc(4096));
    const word = block.readUInt32LE(0);
    block = block.subarray(4);
    return word;
  };
}

/** Uniform on 0 .. n - 1. */
function below(n: number, next: () => number): number {
  for (;;) {
    const word = next();
    if (word < 2 ** 32 - (2 ** 32 % n)) return word % n;
  }
}

const ORIGINS = 64;

/** Where tiles of N samples may begin (section 5), as [x0, y0]. */
export function originsOf(tileSide: number, key: Uint8Array): (readonly [number, number])[] {
  const next = words(key, 'origins');
  return Array.from({ length: ORIGINS }, () => [below(tileSide, next), below(tileSide, next)] as const);
}

/** The one that a payload takes. */
export function originOf(
  origins: readonly (readonly [number, number])[],
  payload: Uint8Array,
): readonly [number, number] {
  return origins[(payload[0] as number) % ORIGINS] as readonly [number, number];
}

export function shuffled<T>(list: readonly T[], next: () => number): T[] {
  const out = [...list];
  for (let i = out.length - 1; i > 0; i--) {
    const j = below(i + 1, next);
    [out[i], out[j]] = [out[j] as T, out[i] as T];
  }
  return out;
}

export interface Carrier {
  readonly u: number;
  readonly v: number;
  readonly amplitude: number;
}

/** Strong pilots, weak pilots, data carriers; place 2 d and 2 d + 1 belong to data carrier d. */
export interface Layout {
  readonly carriers: readonly Carrier[];
  /** Radians, one a pilot. */
  readonly phases: readonly number[];
  readonly codedBit: readonly number[];
  readonly sign: readonly (1 | -1)[];
}

export function layoutOf({ tileSide, radius, pilotRadius }: Track, key: Uint8Array, codedBits: number): Layout {
  const reach = Math.ceil(radius[1] * tileSide);
  const all: Carrier[] = [];
  for (let v = -reach; v <= reach; v++)
    for (let u = 0; u <= reach; u++) {
      const r = Math.hypot(u, v) / tileSide;
      if ((u > 0 || v > 0) && r >= radius[0] && r <= radius[1]) all.push({ u, v, amplitude: (r / 0.1) ** -0.6 });
    }
  const list = shuffled(all, words(key, 'carriers'));
  const offAxis = list.filter(({ u, v }) => Math.min(Math.abs(u), Math.abs(v)) >= 2);
  const strong = Array.from({ length: STRONG }, (_, sector) => {
    const isHere = ({ u, v }: Carrier): boolean => {
      const r = Math.hypot(u, v) / tileSide;
      const turn = (Math.atan2(v, u) / Math.PI + 0.5) % 1;
      return r > pilotRadius[0] && r < pilotRadius[1] && Math.floor(turn * STRONG) === sector;
    };
    return offAxis.find(isHere) as Carrier;
  });
  const weak = offAxis.filter((carrier) => !strong.includes(carrier)).slice(0, WEAK);
  const data = list.filter((carrier) => !strong.includes(carrier) && !weak.includes(carrier));
  const louder = (carriers: readonly Carrier[], factor: number): Carrier[] =>
    carriers.map((carrier) => ({ ...carrier, amplitude: factor * carrier.amplitude }));
  const phase = words(key, 'phases');
  const sign = words(key, 'signs');
  const places = Array.from({ length: 2 * data.length }, (_, i) => i % codedBits);
  return {
    carriers: [...louder(strong, 4.2), ...louder(weak, 1.2), ...data],
    phases: Array.from({ length: PILOTS }, () => (2 * Math.PI * phase()) / 2 ** 32),
    codedBit: shuffled(places, words(key, 'places')),
    sign: places.map(() => (sign() % 2 === 1 ? 1 : -1)),
  };
}
