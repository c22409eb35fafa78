/**
 * Several huge pictures at the same time: do they add up in memory, or do they wait for one another?
 *
 *     npx tsx --conditions=assay-source bench/verdict/badInput/manyAtOnce.ts
 *
 * Four progressive JPEGs of 100 megapixels and 4:4:4 are inspected at once by an engine with three workers: with the least
 * memory that pictures may have together (1.5 GiB), and with no bound. `growthMib` as in badInput.ts. Writes
 * bench/results/verdict/many-at-once.json. Linux only.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createEngine } from '../../../packages/service/src/adapters/engine/engine.ts';
import { forbidTelemetry } from '../../../packages/service/src/adapters/models/noTelemetry.ts';
import { saveResult } from '../../machine.ts';
import { BAD_PICTURES } from './badPictures.ts';

const PICTURE = '100 megapixels, progressive JPEG 4:4:4';
const AT_ONCE = 4;
const THREADS = 3;
const BOUNDS_MIB = [1536, 1024 * 1024] as const;

function memoryMib(row: 'VmRSS' | 'VmHWM'): number {
  const kib = new RegExp(`^${row}:\\s+(\\d+)`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return Math.round(Number(kib) / 1024);
}

async function inspectAll(file: string, boundMib: number): Promise<object> {
  forbidTelemetry();
  const memoryBytesMax = boundMib * 1024 * 1024;
  const engine = createEngine({ watermarkKey: new Uint8Array(32).fill(7), threads: THREADS, memoryBytesMax });
  const small = await BAD_PICTURES.find(({ name }) => name === 'noise, 640 x 480')?.make();
  const bytes = new Uint8Array(readFileSync(file));
  const atOnce = (picture: Uint8Array) => Promise.all(Array.from({ length: AT_ONCE }, () => engine.inspect(picture)));
  // Every worker has worked before.
  await atOnce(small as Uint8Array);
  const before = memoryMib('VmRSS');
  writeFileSync('/proc/self/clear_refs', '5');
  const started = performance.now();
  await atOnce(bytes);
  const wallSeconds = Math.round((performance.now() - started) / 100) / 10;
  const growthMib = memoryMib('VmHWM') - before;
  await engine.close();
  return { boundMib, heldBeforeMib: before, growthMib, heldAfterMib: memoryMib('VmRSS'), wallSeconds };
}

async function run(): Promise<void> {
  const file = path.join(os.tmpdir(), `many-at-once-${process.pid}`);
  writeFileSync(file, (await BAD_PICTURES.find(({ name }) => name === PICTURE)?.make()) as Uint8Array);
  const rows = BOUNDS_MIB.map((boundMib) => {
    const childArguments = [...process.execArgv, import.meta.filename, CHILD, file, String(boundMib)];
    const output = execFileSync(process.execPath, childArguments, { encoding: 'utf8' });
    return JSON.parse(output.trim().split('\n').at(-1) as string) as object;
  });
  const result = { picture: PICTURE, atOnce: AT_ONCE, threads: THREADS, load: os.loadavg()[0], rows };
  console.log(saveResult('verdict/many-at-once', result), rows);
}

const CHILD = '--child';
const [first, file, boundMib] = process.argv.slice(2);
if (first === CHILD) console.log(JSON.stringify(await inspectAll(file as string, Number(boundMib))));
else await run();
