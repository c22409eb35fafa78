/**
 * Whether anything but the processor holds many workers back, on a machine that has few: the service over real HTTP and its real
 * database, with an engine whose jobs sleep instead of computing, in as many places as there would be workers.
 * @module
 */
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createJobLine } from '../../packages/service/src/adapters/line/jobLine.ts';
import { currentTenant } from '../../packages/service/src/adapters/runtime/currentTenant.ts';
import type { Engine } from '../../packages/service/src/app/ports/verify/engine.ts';
import { toyCredentials } from '../../packages/service/test/fakes/toyCredentials.ts';
import { toyEngine, toyPicture } from '../../packages/service/test/fakes/toyEngine.ts';
import { startRealService } from '../../packages/service/test/support/realService.ts';
import type { EngineName } from '../../packages/service/src/adapters/db/connection/database.ts';

/** Of a job, ms: far above what HTTP and database take of a core for it. */
const JOB_MS = 400;

const MANY = '1000000';
const SETTINGS = {
  ASSAY_ANONYMOUS_VERIFICATIONS_PER_DAY: MANY,
  ASSAY_RATE_PER_MINUTE: MANY,
  ASSAY_RATE_PER_HOUR: MANY,
  ASSAY_RATE_PER_DAY: MANY,
};

function sleepingEngine(workers: number): Engine {
  const toy = toyEngine();
  const line = createJobLine({
    atOnce: workers,
    queueMax: 1000,
    queueBytesMax: 2 ** 30,
    tenantOf: currentTenant.name,
  });
  const slept =
    <In extends readonly unknown[], Out>(kind: string, work: (...input: In) => Promise<Out>) =>
    (...input: In): Promise<Out> =>
      line.run({ kind }, async () => {
        await sleep(JOB_MS);
        return work(...input);
      }) as Promise<Out>;
  return { ...toy, inspect: slept('inspect', toy.inspect) };
}

export interface Scaling {
  readonly workers: number;
  readonly verificationsPerSecond: number;
  /** Over that of one worker. */
  readonly speedUp: number;
}

export async function measureScaling(
  engineName: EngineName,
  seconds: number,
  note: (line: string) => void,
): Promise<Scaling[]> {
  const rows: Scaling[] = [];
  for (const workers of [1, 2, 4, 8]) {
    const service = await startRealService(
      engineName,
      { engine: sleepingEngine(workers), credentials: toyCredentials() },
      SETTINGS,
    );
    try {
      await service.app.listen({ host: '127.0.0.1', port: 0 });
      const url = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
      const done = await verifications(url, 2 * workers, seconds);
      const perSecond = Math.round((100 * done) / seconds) / 100;
      const one = rows[0]?.verificationsPerSecond ?? perSecond;
      rows.push({ workers, verificationsPerSecond: perSecond, speedUp: Math.round((100 * perSecond) / one) / 100 });
      note(JSON.stringify(rows.at(-1)));
    } finally {
      await service.close();
    }
  }
  return rows;
}

/** Each client has one at a time. @returns how many were answered 200 */
async function verifications(url: string, clients: number, seconds: number): Promise<number> {
  const endMs = performance.now() + seconds * 1000;
  let done = 0;
  const work = Array.from({ length: clients }, async (_, client) => {
    for (let turn = 0; performance.now() < endMs; turn++) {
      const body = new FormData();
      body.append('file', new File([new Uint8Array(toyPicture(`s${client}x${turn}`))], 'a.jpg'));
      const answer = await fetch(`${url}/v1/verify/`, { method: 'POST', body });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`a verification was answered ${answer.status}`);
      if (performance.now() < endMs) done += 1;
    }
  });
  await Promise.all(work);
  return done;
}
