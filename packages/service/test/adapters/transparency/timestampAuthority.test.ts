import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLogTimestamps } from '../../../src/adapters/db/transparency/transparencyTimestamps.ts';
import { createTimestampAuthority } from '../../../src/adapters/transparency/timestampAuthority.ts';
import { createAddressGuard } from '../../../src/adapters/webhooks/addressGuard.ts';
import { timestampCheckpoints } from '../../../src/app/transparency/timestampCheckpoints.ts';
import { openLog } from '../../support/openLog.ts';
import { forgetLog } from '../../support/tamper.ts';
import { withTestDatabase } from '../../support/testDatabase.ts';
import { startTimestampServer, type TimestampServer, whyNoAuthority } from '../../support/timestampServer.ts';

const MESSAGE = Buffer.from('a signed checkpoint\n');
const DAY_MS = 86_400_000;

const authorityAt = (address: string, allowLoopback = true) =>
  createTimestampAuthority(
    address,
    createAddressGuard({ resolve: () => Promise.resolve(['10.0.0.1']), allowLoopback, allowPlain: true }),
  );

describe.skipIf(whyNoAuthority !== null)(
  `time-stamps by openssl${whyNoAuthority ? ` (${whyNoAuthority})` : ''}`,
  () => {
    const database = withTestDatabase('embedded');
    let server: TimestampServer;
    let folder: string;
    beforeAll(async () => {
      server = await startTimestampServer();
      folder = mkdtempSync(path.join(tmpdir(), 'assay-stamp-'));
    });
    afterAll(async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    });

    /** What a stranger runs; see docs/spec/transparency-log.md. */
    const opensslVerify = (response: Uint8Array, message: Uint8Array): string => {
      const [stamp, data] = [path.join(folder, 'stamp.tsr'), path.join(folder, 'note')];
      writeFileSync(stamp, response);
      writeFileSync(data, message);
      const args = ['ts', '-verify', '-in', stamp, '-data', data, '-CAfile', server.rootFile];
      return execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    };

    test('an answer holds, for us and for openssl, and tells the time', async () => {
      const before = Date.now();
      const { response, stampedAt } = await authorityAt(server.url).stamp(MESSAGE);
      // The authority counts whole seconds.
      expect(stampedAt.getTime()).toBeGreaterThanOrEqual(before - 1000);
      expect(stampedAt.getTime()).toBeLessThanOrEqual(Date.now() + 1000);
      expect(opensslVerify(response, MESSAGE)).toContain('Verification: OK');
      expect(() => opensslVerify(response, Buffer.from('another\n'))).toThrow();
    });

    test('an answer for another message, to another question, or with any byte of its end changed is refused', async () => {
      const authority = authorityAt(server.url);
      const { response } = await authority.stamp(MESSAGE);
      server.alter = () => Buffer.from(response);
      await expect(authority.stamp(Buffer.from('another'))).rejects.toThrow('something else');
      await expect(authority.stamp(MESSAGE)).rejects.toThrow('another question');
      for (const fromEnd of [1, 20, 200]) {
        server.alter = (bytes) => {
          bytes[bytes.length - fromEnd] = (bytes[bytes.length - fromEnd] as number) ^ 1;
          return bytes;
        };
        await expect(authority.stamp(MESSAGE)).rejects.toThrow('does not hold');
      }
      for (const length of [0, 1, 40, 900]) {
        server.alter = (bytes) => bytes.subarray(0, length);
        await expect(authority.stamp(MESSAGE)).rejects.toThrow(RangeError);
      }
      server.alter = (bytes) => bytes;
    });

    test('the newest checkpoint is stamped, once, and again after its time', async () => {
      await forgetLog(database());
      const log = openLog(database(), folder);
      const timestamps = createLogTimestamps(database());
      const deps = { ...log, timestamps, authority: authorityAt(server.url) };
      const run = () => timestampCheckpoints(deps, DAY_MS);
      await log.publish();
      await run();
      expect(await log.transparencyLog.latestTimestamp()).toBeNull();
      for (const [entry, advance, size] of [
        ['a', 0, 1],
        ['b', 0, 1],
        ['c', DAY_MS, 3],
      ] as const) {
        await log.append(entry);
        await log.publish();
        log.clock.advance(advance);
        await run();
        expect((await log.transparencyLog.latestTimestamp())?.size).toBe(size);
      }
      const stamp = await log.transparencyLog.timestampOf(3);
      const note = (await log.transparencyLog.checkpointOf(3))?.note ?? '';
      expect(opensslVerify(stamp?.response ?? new Uint8Array(), Buffer.from(note))).toContain('Verification: OK');
      expect(await log.transparencyLog.timestampOf(2)).toBeNull();
    });
  },
);

test('an authority that answers with a failure or without end is a failure', async () => {
  const server = http.createServer((request, response) => {
    if (request.url === '/500') response.writeHead(500).end();
    else response.end(Buffer.alloc(300_000));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await expect(authorityAt(`${base}/500`).stamp(MESSAGE)).rejects.toThrow('answered 500');
  await expect(authorityAt(`${base}/long`).stamp(MESSAGE)).rejects.toThrow('more than');
  await new Promise((resolve) => server.close(resolve));
});

test('loopback is asked only where webhooks may go there too, and what leads into the own network never', async () => {
  await expect(authorityAt('http://127.0.0.1:9/tsr', false).stamp(MESSAGE)).rejects.toMatchObject({
    code: 'WEBHOOK_URL_BLOCKED',
  });
  await expect(authorityAt('http://timestamp.example/tsr').stamp(MESSAGE)).rejects.toThrow('not public');
});
