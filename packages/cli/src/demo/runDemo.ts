/**
 * The main job of Assay in one command: register, upload, and verify four pictures against a service that lives only
 * for this run. The pictures and the tamper map stay in a folder whose name is printed.
 * @module
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AssayClient } from '@assay/sdk/client';
import { detectedTracks } from '@assay/sdk/tracks';
import type { Verdict, VerificationResult } from '@assay/sdk/types';
import { readConfig } from '@assay/service/config/config';
import { type RunningService, startService } from '@assay/service/compose/startService';
import { command } from '../command.ts';
import { EXIT, type ExitCode } from '../exitCode.ts';
import { maybe } from '../options.ts';
import { processTerminal } from '../processTerminal.ts';
import { runCommandLine } from '../run.ts';
import type { Terminal } from '../terminal.ts';
import { formatTable } from '../table.ts';
import { VERSION } from '../version.ts';
import { recompressedCrop, renderPhoto, splicedCopy } from './makeCopies.ts';

/** Seeds whose landscapes differ clearly: an autumn lake, and a desert for what must not match. */
const SCENE_SEED = 8;
const OTHER_SEED = 2;
const SCENE_SIZE = [1536, 1024] as const;

interface Case {
  readonly name: string;
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly expected: Verdict;
}

interface Outcome extends Case {
  readonly result: VerificationResult;
  readonly ms: number;
}

const demoCommand = command({
  brief: 'show the main job of Assay',
  help: `Starts a service on a temporary data folder, registers PHOTO (default: a landscape that Assay renders itself) and
verifies the delivered file, a recompressed crop of it, a forgery of it, and an unrelated picture.
Ends with 0 if all four verdicts are as expected.`,
  load: async () => demonstrate,
  parameters: {
    positional: { kind: 'tuple', parameters: [maybe('PHOTO', 'a picture of yours')] },
  },
});

/** @param args what stands after `npm run demo --` */
export const runDemo = (args: readonly string[]): Promise<ExitCode> =>
  runCommandLine(args, demoCommand, { name: 'npm run demo --', version: VERSION }, processTerminal);

async function demonstrate(_terminal: Terminal, _options: object, photo?: string): Promise<ExitCode> {
  const original = photo === undefined ? await renderPhoto(SCENE_SEED, ...SCENE_SIZE) : await readFile(photo);
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'assay-demo-data-'));
  const pictures = await mkdtemp(path.join(tmpdir(), 'assay-demo-'));
  const config = readConfig({ ASSAY_DATA_DIR: dataFolder, PORT: '0', ASSAY_LOG_LEVEL: 'error' });
  console.error('Starting a service on a temporary data folder ...');
  let service: RunningService | null = null;
  try {
    service = await startService(config);
    const client = new AssayClient({ baseUrl: service.url });
    const name = photo === undefined ? 'original.jpg' : path.basename(photo);
    const delivered = await uploadOriginal(client, original, name);
    const cases = await makeCases(delivered, `delivered${path.extname(name)}`);
    await writeFile(path.join(pictures, 'original' + path.extname(name)), original);
    const outcomes: Outcome[] = [];
    for (const one of cases) {
      await writeFile(path.join(pictures, one.file), one.bytes);
      const startMs = performance.now();
      const result = await client.verify(one.bytes, { tamperMap: true });
      outcomes.push({ ...one, result, ms: Math.round(performance.now() - startMs) });
    }
    return await report(outcomes, pictures);
  } catch (error) {
    // Half of the pictures show nothing.
    await rm(pictures, { recursive: true, force: true });
    throw error;
  } finally {
    await service?.close();
    await rm(dataFolder, { recursive: true, force: true });
  }
}

/** Registers a user, uploads the original, and fetches the marked file. */
async function uploadOriginal(client: AssayClient, original: Uint8Array, name: string): Promise<Uint8Array> {
  const email = 'demo@example.org';
  const password = crypto.randomUUID();
  await client.register({ email, password, full_name: 'Demo' });
  await client.login(email, password);
  const startMs = performance.now();
  const asset = await client.upload(new File([new Uint8Array(original)], name), { title: 'Demonstration' });
  const elapsedMs = Math.round(performance.now() - startMs);
  console.log(`Registered ${name}: ${asset.width} x ${asset.height}, asset ${asset.id}, ${elapsedMs} ms`);
  for (const warning of asset.warnings) console.log(`  note: ${warning}`);
  const { blob } = await client.download(asset.id);
  return new Uint8Array(await blob.arrayBuffer());
}

async function makeCases(delivered: Uint8Array, deliveredName: string): Promise<readonly Case[]> {
  const foreign = await renderPhoto(OTHER_SEED, 900, 700);
  const crop = await recompressedCrop(delivered);
  const splice = await splicedCopy(delivered, foreign);
  return [
    { name: '(a) the delivered file', file: deliveredName, bytes: delivered, expected: 'authentic' },
    { name: '(b) recompressed, cropped, resized', file: 'recompressed-crop.jpg', bytes: crop, expected: 'authentic' },
    { name: '(c) a region spliced in', file: 'spliced.jpg', bytes: splice, expected: 'forged' },
    { name: '(d) an unrelated picture', file: 'unrelated.jpg', bytes: foreign, expected: 'unknown' },
  ];
}

/** What speaks for the verdict, in a few words. */
function evidenceOf({ watermark, fingerprint, tamper_score: tamperScore }: VerificationResult): string {
  const tracks = detectedTracks(watermark);
  const parts = [
    tracks.length > 0 ? `mark ${tracks.join('+')}` : 'no mark',
    `similarity ${fingerprint.similarity_score.toFixed(2)}`,
    `${fingerprint.match_count} match${fingerprint.match_count === 1 ? '' : 'es'}`,
  ];
  if (tamperScore !== undefined && tamperScore > 0) parts.push(`tamper ${tamperScore.toFixed(2)}`);
  return parts.join(', ');
}

async function report(outcomes: readonly Outcome[], pictures: string): Promise<ExitCode> {
  const rows = outcomes.map(({ name, result, ms, expected }) => [
    name,
    result.verdict === expected ? result.verdict : `${result.verdict} (expected ${expected})`,
    result.confidence.toFixed(2),
    evidenceOf(result),
    String(ms),
  ]);
  console.log(`\n${formatTable([['picture', 'verdict', 'confidence', 'evidence', 'ms'], ...rows])}\n`);
  for (const { name, result } of outcomes) console.log(`${name}: ${result.details}`);
  const forged = outcomes.find(({ result }) => result.verdict === 'forged' && result.tamper_map !== null);
  if (forged?.result.tamper_map) {
    const mapFile = path.join(pictures, 'tamper-map.png');
    await writeFile(mapFile, Buffer.from(forged.result.tamper_map, 'base64'));
    console.log(`\nTamper map of ${forged.file}: ${mapFile}`);
  }
  console.log(`Pictures: ${pictures}`);
  return outcomes.every(({ result, expected }) => result.verdict === expected) ? EXIT.ok : EXIT.internal;
}
