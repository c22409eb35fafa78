/** Lets faults befall a service under load, and counts what was acknowledged, lost and made twice. @module */
import { setTimeout as sleep } from 'node:timers/promises';
import { settledAssets } from '../assetList.ts';
import { makePictures } from '../pictures.ts';
import { countUploads, type UploadCounts } from './countUploads.ts';
import type { Fault } from './faults.ts';
import { type Acknowledged, type Load, startUploads, type Timed } from './load.ts';
import type { Refusal } from './sending.ts';
import { startTopology, type Topology } from './topology.ts';
import {
  countVerifications,
  historyLength,
  type Judged,
  makeSubjects,
  startVerifications,
  type VerificationCounts,
} from './verifications.ts';

/** By then nothing is left in work after the load. */
const DRAINED_MS_MAX = 300_000;

export interface FaultOptions {
  readonly folder: string;
  /** Tells this run's cluster from others'. */
  readonly name: string;
  readonly faults: readonly Fault[];
  /** Who upload, and who verify. */
  readonly clients: number;
  readonly verifiers: number;
  /** Under load before a fault, and how long one lasts that has to be mended, ms. */
  readonly beforeMs: number;
  readonly holdMs: number;
  readonly note?: (line: string) => void;
}

export interface FaultRow extends UploadCounts {
  readonly fault: string;
  readonly lastedSeconds: number;
  /** Without a result, with two of them, or with another than the service gives when nothing befalls it. */
  readonly verifications: VerificationCounts;
  /** From the fault's end until every client had an answer to an upload, or a verification, that began after it. */
  readonly recoverySeconds: number;
  /** The longest time in which nobody was acknowledged, from before the fault to after it. */
  readonly silenceSeconds: number;
  /** From the end of the load until nothing was pending or in work. */
  readonly drainedSeconds: number;
  readonly faultLines: number;
  /** What of all this nobody should see, in words, with when it was seen. Empty where the row is well. */
  readonly findings: readonly string[];
}

const RECOVERED_MS_MAX = 180_000;
const seconds = (ms: number): number => Math.round(ms / 100) / 10;

export async function runFaults(options: FaultOptions): Promise<FaultRow[]> {
  const note = options.note ?? (() => undefined);
  const topology = await startTopology(options.folder, options.name);
  try {
    const headers = await openAccount(topology.url);
    const pictures = await makePictures(16, 5, 0);
    const subjects = await makeSubjects(topology.url, headers);
    const rows: FaultRow[] = [];
    for (const fault of options.faults) {
      const before = await historyLength(topology.url, headers);
      const loads = {
        uploads: startUploads(topology.url, headers, pictures, options.clients),
        verifications: startVerifications(topology.url, headers, subjects, options.verifiers),
      };
      const { row, findings, startMs, lines } = await oneFault(topology, headers, loads, fault, options);
      const verifications = await countVerifications(topology.url, headers, loads.verifications, before);
      const all = [...findings, ...verifications.findings].map(
        ({ atMs, said }) => `${seconds(atMs - startMs)} s after the fault began: ${said}`,
      );
      rows.push({ ...row, verifications: verifications.counts, findings: all });
      note(JSON.stringify(rows.at(-1)));
      if (all.length > 0) for (const line of lines) note(line);
    }
    return rows;
  } finally {
    await topology.close();
  }
}

async function openAccount(url: string): Promise<Record<string, string>> {
  const body = JSON.stringify({ email: 'faults@example.org', password: 'seventeen frogs in a row' });
  const post = (address: string) =>
    fetch(`${url}${address}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  await post('/v1/auth/register');
  const { access_token: token } = (await (await post('/v1/auth/login')).json()) as { access_token: string };
  return { authorization: `Bearer ${token}` };
}

interface Befallen {
  readonly row: Omit<FaultRow, 'verifications' | 'findings'>;
  readonly findings: readonly Refusal[];
  /** `performance.now()`. */
  readonly startMs: number;
  /** What the processes said of faults meanwhile. */
  readonly lines: readonly string[];
}

interface Loads {
  readonly uploads: Load;
  readonly verifications: Load<Judged>;
}

async function oneFault(
  topology: Topology,
  headers: Record<string, string>,
  { uploads: load, verifications }: Loads,
  fault: Fault,
  { beforeMs, holdMs, clients, verifiers }: FaultOptions,
): Promise<Befallen> {
  const faultsBefore = topology.faults().length;
  const isUnderLoad = () => load.acknowledged.length >= clients && verifications.acknowledged.length >= verifiers;
  await until(isUnderLoad, RECOVERED_MS_MAX);
  await sleep(beforeMs);
  const startMs = performance.now();
  await fault.befall(topology, holdMs);
  const endMs = performance.now();
  const recoveredMs = () =>
    Math.max(answeredByAll(load, clients, endMs), answeredByAll(verifications, verifiers, endMs));
  const isRefused = () => load.refused.length + verifications.refused.length > 0;
  await until(() => Number.isFinite(recoveredMs()) || isRefused(), RECOVERED_MS_MAX);
  const recovered = recoveredMs();
  await Promise.all([load.stop(), verifications.stop()]);
  const stoppedMs = performance.now();
  const assets = await settledAssets(topology.url, headers, DRAINED_MS_MAX);
  const drainedSeconds = seconds(performance.now() - stoppedMs);
  const lines = topology.faults().slice(faultsBefore);
  const { counts, findings } = await countUploads(topology.url, headers, load, assets);
  return {
    row: {
      fault: fault.name,
      ...counts,
      lastedSeconds: seconds(endMs - startMs),
      recoverySeconds: seconds(recovered - endMs),
      silenceSeconds: seconds(longestSilence(load.acknowledged, startMs)),
      drainedSeconds,
      faultLines: lines.length,
    },
    findings,
    startMs,
    lines,
  };
}

/** When the last of so many clients was answered what it began after `endMs`. Each has one on its way: as many are everybody's. */
function answeredByAll({ acknowledged }: Load<Timed>, clients: number, endMs: number): number {
  const since = acknowledged.filter(({ begunMs }) => begunMs > endMs).map(({ answeredMs }) => answeredMs);
  return clients === 0 ? endMs : (since.sort((a, b) => a - b)[clients - 1] ?? Number.POSITIVE_INFINITY);
}

async function until(isSo: () => boolean, msMax: number): Promise<void> {
  const deadline = performance.now() + msMax;
  while (!isSo() && performance.now() < deadline) await sleep(50);
}

/** Between two answers of which the second came after `startMs`. */
function longestSilence(acknowledged: readonly Acknowledged[], startMs: number): number {
  const times = acknowledged.map(({ answeredMs }) => answeredMs).sort((a, b) => a - b);
  return Math.max(0, ...times.map((time, at) => (time > startMs && at > 0 ? time - (times[at - 1] as number) : 0)));
}
