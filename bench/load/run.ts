/**
 * Load over real HTTP, in an open loop: the knee of one and two workers, a burst of ten times the knee, a noisy tenant beside a quiet
 * one, hours at 70 % of the knee, and jobs that sleep in 1, 2, 4 and 8 places.
 *
 *     npm run build && ASSAY_TEST_BUILT=1 node --conditions=assay-source --import tsx bench/load/run.ts
 *         [--only knee,burst,noisy,soak,scaling] [--workers 1,2] [--step SECONDS] [--burst SECONDS] [--noisy SECONDS] [--soak MINUTES]
 *
 * With ASSAY_TEST_DATABASE_URL on PostgreSQL, else on the embedded database. The machine should do nothing else. Everything goes to
 * bench/results/service/load.json once all parts ran; with `--only` it is printed alone.
 * @module
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { whySkipped } from '../../packages/service/test/support/testDatabase.ts';
import { saveResult } from '../machine.ts';
import { startLoadedService } from './loadedService.ts';
import { burst, findKnee, noisyTenant, soak } from './scenarios.ts';
import { measureScaling } from './sleepingEngine.ts';

const PARTS = ['knee', 'burst', 'noisy', 'soak', 'scaling'] as const;
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: PARTS.join(',') },
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
const rows = [];
for (const workers of values.workers.split(',').map(Number)) {
  if (!['knee', 'burst', 'noisy', 'soak'].some((part) => wanted.has(part))) break;
  const service = await startLoadedService(workers);
  try {
    // Threads load their code with the first pictures.
    for (let count = 0; count < 4; count++) await service.verify();
    const knee = await findKnee(service, Number(values.step));
    console.log(JSON.stringify({ workers, knee }));
    const row = {
      workers,
      knee,
      ...(wanted.has('burst') ? { burst: await burst(service, knee, Number(values.burst)) } : {}),
      ...(wanted.has('noisy') ? { noisy: await noisyTenant(service, knee, Number(values.noisy)) } : {}),
      ...(wanted.has('soak') ? { soak: await soak(service, knee, Number(values.soak)) } : {}),
    };
    console.log(JSON.stringify(row));
    rows.push(row);
  } finally {
    await service.close();
  }
}
const scaling = wanted.has('scaling') ? await measureScaling(engineName, 20, console.log) : null;
if (PARTS.every((part) => wanted.has(part)))
  console.log(saveResult('service/load', { engine: engineName, loadBefore, rows, scaling }));
// Shared parts of the test service keep their threads.
process.exit(0);
