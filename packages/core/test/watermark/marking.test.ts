import { beforeAll, describe, expect, test } from 'vitest';
import { plane } from '../../src/raster.ts';
import { renderScene } from '../../src/scene/renderScene.ts';
import { psnr } from '../../src/signal/metrics.ts';
import { answerBenchLine, type BenchFiles } from '../../src/watermark/benchProtocol.ts';
import { embedTracks, extractTracks, type Marking } from '../../src/watermark/marking.ts';
import { trackA } from '../../src/watermark/trackA.ts';
import { trackB } from '../../src/watermark/trackB.ts';
import { deriveTrackKey } from '../../src/watermark/trackKey.ts';

const SERVICE_KEY = new Uint8Array(32).fill(42);
const keys = { a: deriveTrackKey(SERVICE_KEY, 'a'), b: deriveTrackKey(SERVICE_KEY, 'b') };
const tracks = [trackA, trackB];
const PAYLOAD = Uint8Array.from({ length: 16 }, (_, i) => 255 - 13 * i);
const SCENE = renderScene({ width: 400, height: 300, seed: 4 });

describe('two tracks in one picture', () => {
  let marking: Marking;
  beforeAll(() => {
    marking = embedTracks(SCENE, PAYLOAD, { tracks, keys });
  });

  test('both are read back, in the order of the tracks', () => {
    const readings = extractTracks(marking.picture, { tracks, keys });
    expect(readings.map(({ id }) => id)).toEqual(['a', 'b']);
    for (const { extraction } of readings) expect(extraction.payload).toEqual(PAYLOAD);
  });

  test('they share the quality budget: together at least 40 dB and 0.98', () => {
    expect(marking.psnrDb).toBeGreaterThanOrEqual(40);
    expect(marking.ssim).toBeGreaterThanOrEqual(0.98);
    expect(marking.psnrDb).toBeCloseTo(psnr(SCENE, marking.picture), 9);
    for (const report of marking.tracks) expect(report).toMatchObject({ embedded: true });
  });

  test('a shared analysis gives what a track finds alone', () => {
    const shared = extractTracks(marking.picture, { tracks, keys }).map(({ extraction }) => extraction);
    const alone = tracks.map((track) => track.extract(marking.picture, { key: keys[track.id as 'a' | 'b'] }));
    expect(shared).toEqual(alone);
  });
});

test('a picture without room is given back as it was, and each track says why', () => {
  const tiny = renderScene({ width: 60, height: 80, seed: 1 });
  const { picture, tracks: reports, psnrDb } = embedTracks(tiny, PAYLOAD, { tracks, keys });
  expect(picture.data).toEqual(tiny.data);
  expect(psnrDb).toBe(99);
  for (const report of reports) expect(report).toMatchObject({ embedded: false, reason: 'too-small' });
});

test('a missing key is refused by name', () => {
  expect(() => embedTracks(SCENE, PAYLOAD, { tracks, keys: { a: keys.a } })).toThrow('track b');
  expect(() => extractTracks(plane(8, 8), { tracks: [trackA], keys: {} })).toThrow('track a');
});

describe('bench protocol', () => {
  const stored = new Map([['original', SCENE]]);
  const files: BenchFiles = {
    read: async (path) => {
      const picture = stored.get(path);
      if (!picture) throw new Error(`no file ${path}`);
      return picture;
    },
    write: async (path, picture) => void stored.set(path, picture),
    nowMs: () => 5,
  };
  const ask = async (request: object): Promise<Record<string, unknown>> =>
    JSON.parse(await answerBenchLine(JSON.stringify(request), files, { tracks: [trackB], keys }));
  const payload = 'a0b1c2d3e4f5061728394a5b6c7d8e9f';

  test('what is embedded is extracted', async () => {
    const embedded = await ask({ op: 'embed', in: 'original', out: 'marked', payload, bits: 128 });
    expect(embedded).toMatchObject({ ok: true, ms: 0 });
    const extracted = await ask({ op: 'extract', in: 'marked', bits: 128 });
    expect(extracted).toMatchObject({ ok: true, detected: true, payload, raw: payload });
  });

  test.each([
    ['a missing file', { op: 'extract', in: 'nowhere' }, 'no file'],
    ['another number of bits', { op: 'extract', in: 'original', bits: 64 }, '128 bits'],
    ['an unknown op', { op: 'erase' }, 'erase'],
    ['a payload that is not hexadecimal', { op: 'embed', in: 'original', out: 'x', payload: 'xyz' }, 'hexadecimal'],
    ['a short payload', { op: 'embed', in: 'original', out: 'x', payload: '00' }, '16 bytes'],
  ])('%s is answered in words, not by a crash', async (_, request, words) => {
    const reply = await ask(request);
    expect(reply).toMatchObject({ ok: false, detected: false });
    expect(reply['error']).toContain(words);
  });

  test('a line that is no JSON is answered as well', async () => {
    const reply = await answerBenchLine('{', files, { tracks, keys });
    expect(JSON.parse(reply)).toMatchObject({ ok: false });
  });
});
