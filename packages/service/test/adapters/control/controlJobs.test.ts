import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AppError } from '@assay/core/errors';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Control, connectControl } from '../../../src/adapters/control/controlClient.ts';
import { type ControlServer, startControl } from '../../../src/adapters/control/controlServer.ts';
import { onlyInDatabase } from '../../fakes/onlyInDatabase.ts';

interface Jobs {
  echo(...given: unknown[]): Promise<unknown>;
  refuse(): Promise<never>;
  fail(): Promise<never>;
  valueOf(): Promise<unknown>;
}

let folder: string;
let server: ControlServer;
let control: Control;
const report = vi.fn();

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-control-'));
  server = await startControl(
    folder,
    {
      copyDatabase: onlyInDatabase('copyDatabase'),
      stillNamed: onlyInDatabase('stillNamed'),
      deadMails: { dead: onlyInDatabase('dead'), sendAgain: onlyInDatabase('sendAgain') },
      jobs: {
        table: {
          echo: async (...given: unknown[]) => given,
          refuse: () => Promise.reject(new AppError('ORGANIZATION_NOT_FOUND', 'There is none.')),
          fail: () => Promise.reject(new Error('the disk is gone')),
        },
      },
    },
    report,
  );
  control = connectControl(folder);
});
afterAll(async () => {
  control.close();
  await server.close();
  await rm(folder, { recursive: true });
});

const jobs = () => control.jobs<Jobs>('table', ['echo', 'refuse', 'fail', 'valueOf']);

test('times, bytes and what is undefined come back as they were', async () => {
  const given = [new Date(0), new Uint8Array([1, 2]), undefined, null, { deep: [new Date(1)] }];
  expect(await jobs().echo(...given)).toEqual(given);
});

test('what the caller asked for wrongly keeps its code, and is no failure of the service', async () => {
  await expect(jobs().refuse()).rejects.toMatchObject({ code: 'ORGANIZATION_NOT_FOUND', detail: 'There is none.' });
  expect(report).not.toHaveBeenCalled();
});

test('a failure comes with its sentence and is logged there', async () => {
  await expect(jobs().fail()).rejects.toThrow('the disk is gone');
  expect(report).toHaveBeenCalledOnce();
});

test('what is no job of the table is refused', async () => {
  await expect(jobs().valueOf()).rejects.toThrow('does not know the command');
  await expect(control.jobs<Jobs>('__proto__', ['echo']).echo()).rejects.toThrow('does not know the command');
});
