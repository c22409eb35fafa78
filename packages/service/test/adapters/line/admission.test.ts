import { describe, expect, test } from 'vitest';
import { type AdmissionOptions, createAdmission, type Lane } from '../../../src/adapters/line/admission.ts';

/** Lets every promise that is ready go on. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function entering(jobsMax: number, bytesMax: number, sizes: readonly number[]) {
  const admission = createAdmission({ jobsMax, bytesMax });
  const inside: number[] = [];
  sizes.forEach((size, index) => void admission.enter(size).then(() => inside.push(index)));
  await settle();
  return {
    inside,
    async leave(index: number): Promise<void> {
      admission.leave(sizes[index] as number);
      await settle();
    },
  };
}

test('as many enter as there are places, the rest one by one in order', async () => {
  const { inside, leave } = await entering(2, Infinity, [1, 1, 1, 1]);
  expect(inside).toEqual([0, 1]);
  await leave(1);
  expect(inside).toEqual([0, 1, 2]);
  await leave(0);
  expect(inside).toEqual([0, 1, 2, 3]);
});

test('together they never hold more than there is, though places are free', async () => {
  const { inside, leave } = await entering(4, 100, [60, 60, 30]);
  expect(inside).toEqual([0]);
  await leave(0);
  expect(inside).toEqual([0, 1, 2]);
});

test('nobody goes past one that waits, so that a big one gets its turn', async () => {
  const { inside, leave } = await entering(4, 100, [60, 90, 10]);
  expect(inside).toEqual([0]);
  await leave(0);
  expect(inside).toEqual([0, 1, 2]);
});

test('one that is bigger than all there is works alone', async () => {
  const { inside, leave } = await entering(4, 100, [500, 10]);
  expect(inside).toEqual([0]);
  await leave(0);
  expect(inside).toEqual([0, 1]);
});

test('tenants take turns: a job of another is next, however many of one came before', async () => {
  const admission = createAdmission({ jobsMax: 2, bytesMax: Infinity });
  const begun: string[] = [];
  const enter = (tenant: string, name: string) => void admission.enter(1, tenant).then(() => begun.push(name));
  for (let i = 0; i < 1000; i++) enter('greedy', `g${i}`);
  enter('small', 's0');
  enter('small', 's1');
  enter('third', 't0');
  await settle();
  expect(begun).toEqual(['g0', 'g1']);
  for (const tenant of ['greedy', 'greedy', 'small', 'third', 'small']) {
    admission.leave(1, tenant);
    await settle();
  }
  // One place stays free for whoever asked lately.
  expect(begun).toEqual(['g0', 'g1', 's0', 't0', 'g2', 's1']);
});

test('while another has asked lately, one tenant leaves a place free for the next job of that one', async () => {
  let nowMs = 0;
  const admission = createAdmission({ jobsMax: 2, bytesMax: Infinity, nowMs: () => nowMs });
  const begun: string[] = [];
  const enter = (tenant: string, name: string) => void admission.enter(1, tenant).then(() => begun.push(name));
  enter('small', 's0');
  await settle();
  admission.leave(1, 'small');
  for (let i = 0; i < 5; i++) enter('greedy', `g${i}`);
  await settle();
  expect(begun).toEqual(['s0', 'g0']);
  enter('small', 's1');
  await settle();
  expect(begun).toEqual(['s0', 'g0', 's1']);
  admission.leave(1, 'small');
  nowMs = 40_000;
  admission.leave(1, 'greedy');
  await settle();
  expect(begun).toEqual(['s0', 'g0', 's1', 'g1', 'g2']);
});

test('one place alone is nobody’s: tenants share it by turns', async () => {
  const admission = createAdmission({ jobsMax: 1, bytesMax: Infinity });
  const begun: string[] = [];
  const enter = (tenant: string, name: string) => void admission.enter(1, tenant).then(() => begun.push(name));
  for (const [tenant, name] of [
    ['a', 'a0'],
    ['a', 'a1'],
    ['b', 'b0'],
  ] as const)
    enter(tenant, name);
  await settle();
  for (const tenant of ['a', 'b']) {
    admission.leave(1, tenant);
    await settle();
  }
  expect(begun).toEqual(['a0', 'b0', 'a1']);
});

describe('places behind', () => {
  const BACKLOG = 2 * 1 + 2;

  function watched(more: Partial<AdmissionOptions> = {}) {
    const admission = createAdmission({ jobsMax: 1, bytesMax: Infinity, behindMax: 1, ...more });
    const begun: string[] = [];
    const enter = (tenant: string, count = 1, size = 1): void => {
      for (let i = 0; i < count; i++)
        void admission.enter(size, tenant).then((lane) => begun.push(`${tenant} ${lane}`));
    };
    const leave = async (tenant: string, lane: Lane, size = 1): Promise<void> => {
      admission.leave(size, tenant, lane);
      await settle();
    };
    return { begun, enter, leave };
  }

  test('a tenant with a backlog works behind while another asks, and that one begins at once', async () => {
    const { begun, enter, leave } = watched();
    enter('small');
    await settle();
    await leave('small', 'front');
    enter('greedy', BACKLOG + 2);
    await settle();
    // Its first came before there was a backlog.
    expect(begun).toEqual(['small front', 'greedy front', 'greedy behind']);
    await leave('greedy', 'front');
    expect(begun).toHaveLength(3);
    enter('small');
    await settle();
    expect(begun.at(-1)).toBe('small front');
    await leave('greedy', 'behind');
    expect(begun.at(-1)).toBe('greedy behind');
  });

  test('alone it has the places in front, and a few jobs are no backlog', async () => {
    const { begun, enter, leave } = watched();
    enter('greedy', BACKLOG + 2);
    await settle();
    await leave('greedy', 'front');
    expect(begun).toEqual(['greedy front', 'greedy front']);
    const few = watched();
    few.enter('small');
    few.enter('other', BACKLOG - 1);
    await settle();
    expect(few.begun).toEqual(['small front']);
  });

  test('the service’s own work is behind from its first job on while a tenant asks, and in front while none does', async () => {
    const { begun, enter, leave } = watched();
    enter('');
    await settle();
    await leave('', 'front');
    enter('small');
    enter('');
    await settle();
    expect(begun).toEqual([' front', 'small front', ' behind']);
    await leave('small', 'front');
    enter('small');
    await settle();
    expect(begun.at(-1)).toBe('small front');
  });

  test('a tenant makes no room for the service’s own work', async () => {
    const { begun, enter, leave } = watched();
    enter('');
    enter('greedy', BACKLOG + 2);
    await settle();
    await leave('', 'front');
    await leave('greedy', 'front');
    expect(begun.filter((one) => one === 'greedy behind')).toEqual([]);
    expect(begun.at(-1)).toBe('greedy front');
  });

  test('without such places nobody works behind', async () => {
    const { begun, enter, leave } = watched({ behindMax: 0 });
    enter('small');
    enter('greedy', BACKLOG + 2);
    await settle();
    await leave('small', 'front');
    expect(begun).toEqual(['small front', 'greedy front']);
  });

  test('memory is counted over both, and whoever waits for it is not gone past', async () => {
    const { begun, enter, leave } = watched({ bytesMax: 100 });
    enter('small');
    await settle();
    await leave('small', 'front');
    enter('greedy', BACKLOG + 2, 60);
    await settle();
    expect(begun).toEqual(['small front', 'greedy front']);
    await leave('greedy', 'front', 60);
    expect(begun.at(-1)).toBe('greedy behind');
    enter('small', 1, 60);
    await settle();
    expect(begun).toHaveLength(3);
    await leave('greedy', 'behind', 60);
    expect(begun.at(-1)).toBe('small front');
  });
});
