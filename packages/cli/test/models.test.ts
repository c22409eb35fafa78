import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { nativeSharp as sharp } from '@assay/service/adapters/codec/nativeImages';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeTinyModel } from '../../service/test/support/tinyOnnx.ts';
import { EXIT } from '../src/exitCode.ts';
import { fakeTerminal } from './fakeTerminal.ts';
import { runAssay } from './runAssay.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-models-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const CLIP = { size: 16, length: 768, kind: 'vector', seed: 1 } as const;

async function run(args: readonly string[], environment: Record<string, string> = {}) {
  const terminal = fakeTerminal({ environment });
  const status = await runAssay(['models', ...args], terminal);
  return { status, printed: terminal.printed.join('\n'), noted: terminal.notes.join('\n') };
}

test('says what fingerprints are made with, and where models of others can be had', async () => {
  const { status, printed, noted } = await run([]);
  expect(status).toBe(EXIT.ok);
  expect(printed).toMatch(/embedding_model: \S+\+\S+/);
  expect(noted).toContain('ASSAY_DINO_MODEL');
});

test('a model of the settings is opened, tested and named with its hash', async () => {
  const model = await writeTinyModel(folder, 'mine', CLIP);
  const { status, printed } = await run(['--json'], { ASSAY_CLIP_MODEL: model });
  expect(status).toBe(EXIT.ok);
  expect(JSON.parse(printed)).toMatchObject({ problem: null });
  expect((JSON.parse(printed) as { embedding_model: string }).embedding_model).toMatch(/^mine@[0-9a-f]{12}\+/);
});

test('a model whose bytes are not the described ones is an error that names setting and file', async () => {
  const model = await writeTinyModel(folder, 'changed', CLIP);
  const bytes = await readFile(model);
  bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1;
  await writeFile(model, bytes);
  const { status, printed } = await run([], { ASSAY_CLIP_MODEL: model });
  expect(status).toBe(EXIT.internal);
  expect(printed).toMatch(/ASSAY_CLIP_MODEL: .*changed\.onnx: its SHA-256 is/);
});

test('calibrate measures impostors and makes a model usable that had no scale', async () => {
  const model = await writeTinyModel(folder, 'unscaled', CLIP, { calibration: undefined });
  const photos = await mkdtemp(path.join(folder, 'photos-'));
  // 100 two-coloured pictures, no two alike.
  for (let i = 0; i < 100; i++) {
    const [r, g, b] = [(i * 67) % 256, (i * 131) % 256, (i * 29) % 256];
    const image = sharp({ create: { width: 32, height: 24, channels: 3, background: { r, g, b } } });
    const half = { create: { width: 16, height: 24, channels: 3 as const, background: { r: b, g: r, b: g } } };
    await image
      .composite([{ input: half, left: 0, top: 0 }])
      .png()
      .toFile(path.join(photos, `${i}.png`));
  }
  expect((await run([], { ASSAY_CLIP_MODEL: model })).printed).toContain('assay models calibrate clip');
  const { status, printed } = await run(['calibrate', 'clip', model, '--photos', photos]);
  expect(status).toBe(EXIT.ok);
  expect(printed).toMatch(/^100 photos: impostors' median -?[\d.]+ reads 0, [\d.]+ reads 0.8/);
  const { calibration } = JSON.parse(await readFile(model.replace('.onnx', '.json'), 'utf8')) as {
    calibration: { floor: number; match: number };
  };
  expect(calibration.floor).toBeLessThan(calibration.match);
  expect((await run([], { ASSAY_CLIP_MODEL: model })).status).toBe(EXIT.ok);
});

test.each([
  [['calibrate', 'clip', 'x.onnx'], /--photos FOLDER has to be given/],
  [['calibrate', 'pdq', 'x.onnx', '--photos', '.'], /neither clip nor dino/],
  [['calibrate', 'clip', 'x.onnx', '--photos', import.meta.dirname], /a calibration needs 100/],
])('%j is a mistake of the caller', async (args, message) => {
  expect(await run(args)).toMatchObject({ status: EXIT.usage, noted: expect.stringMatching(message) });
});
