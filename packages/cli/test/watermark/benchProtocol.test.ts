import { renderScene } from '@assay/core/scene/renderScene';
import { makeTrack } from '@assay/core/watermark/tracks';
import { deriveTrackKey } from '@assay/core/watermark/trackKey';
import { describe, expect, test } from 'vitest';
import { answerBenchLine, type BenchFiles } from '../../src/watermark/benchProtocol.ts';

const tracks = [makeTrack('b')];
const keys = { b: deriveTrackKey(new Uint8Array(32).fill(42), 'b') };
const SCENE = renderScene({ width: 400, height: 300, seed: 4 });

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
    JSON.parse(await answerBenchLine(JSON.stringify(request), files, { tracks, keys }));
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
