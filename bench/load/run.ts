/**
 * Load over real HTTP, in an open loop: the knee of one and two workers, jobs that sleep in 1, 2, 4 and 8 places; then with as many
 * workers as served most a burst of ten times the knee and a noisy tenant beside a quiet one; by itself, hours at 70 % of the knee.
 *
 *     npm run build && ASSAY_TEST_BUILT=1 node --conditions=assay-source --import tsx bench/load/run.ts
 *         [--only knee,burst,noisy,scaling,soak] [--workers 1,2] [--step SECONDS] [--burst SECONDS] [--noisy SECONDS] [--soak MINUTES]
 *
 * With ASSAY_TEST_DATABASE_URL on PostgreSQL, else on the embedded database. The machine, or the cores that `taskset` leaves, should
 * do nothing else. `knee,burst,noisy,scaling` (the default) is written to bench/results/service/load.json, `knee,soak` to soak.json;
 * other parts are printed alone.
 * @module
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { whySkipped } from '../../packages/service/test/support/testDatabase.ts';
import { saveResult } from '../machine.ts';
import { type LoadedService, startLoadedService } from './loadedService.ts';
import { type Burst, burst, findKnee, type Knee, type Noisy, noisyTenant, type Soak, soak } from './scenarios.ts';
import { measureScaling } from './sleepingEngine.ts';

const PARTS = ['knee', 'burst', 'noisy', 'scaling', 'soak'] as const;
/** What is written down, and where. */
const FILES = { 'service/load': ['knee', 'burst', 'noisy', 'scaling'], 'service/soak': ['knee', 'soak'] } as const;
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: FILES['service/load'].join(',') },
    workers: { type: 'string', default: '1,2' },
    step: { type: 'string', default: '30' },
    burst: { type: 'string', default: '60' },
    noisy: { type: 'string', default: '60' },
    soak: { type: 'string', default: '120' },
  },
});
const wanted = new Set(values.only.split(','));
const strange = [...wanted].filter((part) => !(PARTS as readonly string[]).includes(part));
if (strange.length > 0) throw new Error(`--only knows ${PARTS.join(', ')}, not ${strange.join(', ')}`);
const engineName = whySkipped('postgresql') === null ? 'postgresql' : 'embedded';
const loadBefore = loadavg()[0];
const rows: Row[] = [];
interface Row {
  readonly workers: number;
  readonly knee: Knee;
  burst?: Burst;
  noisy?: Noisy;
  soak?: Soak;
}

/** With a service of its own, that has its code loaded. */
async function loaded<Result>(workers: number, work: (service: LoadedService) => Promise<Result>): Promise<Result> {
  const service = await startLoadedService(workers);
  try {
    // Threads load their code with the first pictures.
    for (let count = 0; count < 4; count++) await service.verify();
    return await work(service);
  } finally {
    await service.close();
  }
}

for (const workers of values.workers.split(',').map(Number)) {
  if (!['knee', 'burst', 'noisy', 'soak'].some((part) => wanted.has(part))) break;
  rows.push({ workers, knee: await loaded(workers, (service) => findKnee(service, Number(values.step))) });
  console.log(JSON.stringify(rows.at(-1)));
}
const scaling = wanted.has('scaling') ? await measureScaling(engineName, 20, console.log) : null;
const best = rows.toSorted((one, other) => other.knee.perSecond - one.knee.perSecond)[0];
if (best)
  await loaded(best.workers, async (service) => {
    if (wanted.has('burst')) best.burst = await burst(service, best.knee, Number(values.burst));
    if (wanted.has('noisy')) best.noisy = await noisyTenant(service, best.knee, Number(values.noisy));
    console.log(JSON.stringify(best));
    if (wanted.has('soak')) best.soak = await soak(service, best.knee, Number(values.soak));
    console.log(JSON.stringify(best));
  });
for (const [name, parts] of Object.entries(FILES))
  if (wanted.size === parts.length && parts.every((part) => wanted.has(part)))
    console.log(saveResult(name, { engine: engineName, loadBefore, rows, ...(scaling ? { scaling } : {}) }));
// Shared parts of the test service keep their threads.
process.exit(0);
