import { serialize } from 'pg-protocol';
import { expect, test } from 'vitest';
import { FrontendBatches } from '../../../../src/adapters/db/embedded/frontendBatches.ts';

const STARTUP = serialize.startup({ user: 'postgres', database: 'postgres' });
const SELECT = Buffer.concat([
  serialize.parse({ text: 'select $1', types: [] }),
  serialize.bind({ values: ['x'] }),
  serialize.describe({ type: 'P' }),
  serialize.execute(),
  serialize.sync(),
]);

test('an extended query is one batch, up to and including its sync', () => {
  const batches = new FrontendBatches();
  expect(batches.push(STARTUP)).toEqual([{ kind: 'startup', bytes: new Uint8Array(STARTUP) }]);
  const both = Buffer.concat([SELECT, serialize.query('select 2')]);
  expect(batches.push(both)).toEqual([
    { kind: 'messages', bytes: new Uint8Array(SELECT) },
    { kind: 'messages', bytes: new Uint8Array(serialize.query('select 2')) },
  ]);
});

test('the same batches come out wherever the stream is cut', () => {
  const stream = Buffer.concat([STARTUP, SELECT, SELECT, serialize.query('commit')]);
  const whole = new FrontendBatches().push(stream);
  expect(whole).toHaveLength(4);
  for (let cut = 0; cut <= stream.length; cut++) {
    const batches = new FrontendBatches();
    expect([...batches.push(stream.subarray(0, cut)), ...batches.push(stream.subarray(cut))]).toEqual(whole);
  }
});

test('after a goodbye the next client begins with its startup packet', () => {
  const batches = new FrontendBatches();
  const kinds = batches.push(Buffer.concat([STARTUP, serialize.end(), STARTUP, SELECT])).map(({ kind }) => kind);
  expect(kinds).toEqual(['startup', 'terminate', 'startup', 'messages']);
});
