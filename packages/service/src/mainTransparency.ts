/** The part of the composition root that keeps the transparency log. @module */
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from './adapters/db/database.ts';
import { createLogCheckpoints } from './adapters/db/transparencyCheckpoints.ts';
import { createLogKeyring } from './adapters/db/transparencyIdentity.ts';
import { createLogTree } from './adapters/db/transparencyTree.ts';
import { type Repeated, repeat } from './adapters/repeat.ts';
import { createLastSignedFile } from './adapters/transparency/lastSignedFile.ts';
import type { Ports } from './app/ports/ports.ts';
import { publishCheckpoint } from './app/transparency/publishCheckpoint.ts';
import type { Config } from './config.ts';
import { logOriginOf } from './configLog.ts';

/** How long a new entry waits at most for a checkpoint that covers it. */
const PUBLISH_PAUSE_MS = 1_000;

export interface TransparencyParts {
  readonly database: Database;
  readonly keyEncryptionKey: Uint8Array;
  /** The data folder. */
  readonly folder: string;
  readonly ports: Pick<Ports, 'clock'>;
}

/** Gives entries their places and signs checkpoints until it is stopped. */
export function startTransparencyLog(
  config: Pick<Config, 'logOrigin' | 'publicBaseUrl'>,
  { database, keyEncryptionKey, folder, ports: { clock } }: TransparencyParts,
  log: FastifyBaseLogger,
): Repeated {
  const keyring = createLogKeyring(database, { keyEncryptionKey, origin: logOriginOf(config) });
  const deps = {
    tree: createLogTree(database),
    checkpoints: createLogCheckpoints(database),
    signer: keyring,
    lastSigned: createLastSignedFile(path.join(folder, 'transparency'), keyring.identity),
    clock,
  };
  return repeat(
    async () => void (await publishCheckpoint(deps)),
    PUBLISH_PAUSE_MS,
    reportOnce((error) => log.error({ err: error }, 'the transparency log signs nothing until this is mended')),
  );
}

/** A failure that comes every second is told once, until another one comes. */
function reportOnce(report: (error: unknown) => void): (error: unknown) => void {
  let last: string | null = null;
  return (error) => {
    const text = String(error);
    if (text !== last) report(error);
    last = text;
  };
}
