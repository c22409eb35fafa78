/** `assay log verify`: was the public log only continued since the last look? @module */
import { readFile } from 'node:fs/promises';
import { isConsistent } from '@assay/core/transparency/checkProof';
import { type Checkpoint, openCheckpoint } from '@assay/core/transparency/checkpoint';
import { bytesOfBase64 } from '@assay/core/transparency/base64';
import { type NoteKey, readVerifierKey } from '@assay/core/transparency/signedNote';
import type { AssayClient } from '@assay/sdk/client';
import { writeDurably } from '@assay/service/adapters/dataFolder/writeDurably';
import { verifyEd25519 } from '@assay/service/adapters/ed25519';
import { parseArguments, UsageError } from '../arguments.ts';
import type { Command } from '../command.ts';
import { connect, SERVER_HELP, SERVER_OPTION } from '../connect.ts';
import { EXIT } from '../exitCode.ts';

/** Checkpoints are public. */
const READABLE = 0o644;

export const logVerifyCommand: Command = {
  help: `assay log verify [--state FILE] [--log-key KEY] [--server URL]

Fetches the newest checkpoint of the public log, checks its signature, and has it proved that the log was only continued
since the checkpoint in FILE, which is then replaced by the new one. Run it from time to time, from a machine that is not the
service's. Needs no credential. examples/monitorLog.mjs reads every entry as well.

  --state FILE          what was seen the last time; made by the first run
  --log-key KEY         the log's verifier key; default the one in FILE, and the service's own word at the first run
  ${SERVER_HELP}

Exit status: 0 it holds, 10 it does not: keep both checkpoints that are printed, they are the evidence.`,

  async run(args, terminal) {
    const options = { ...SERVER_OPTION, state: { type: 'string' }, 'log-key': { type: 'string' } } as const;
    const { values } = parseArguments(args, options, { least: 0, most: 0, names: '' });
    const client = connect(values.server, terminal);
    const state = values.state === undefined ? null : await stateOf(values.state);
    const told = await client.log.head();
    const logKey = values['log-key'] ?? state?.logKey ?? told.verifier_key;
    const key = readVerifierKey(logKey);
    if (!key) throw new UsageError(`"${logKey}" is no verifier key of a log`);
    if (!values['log-key'] && !state) terminal.note(`Taking the service's word for the key of its log: ${logKey}`);

    const problem = await contradictionOf(client, key, state?.checkpoint ?? null, told.checkpoint);
    if (problem !== null) {
      terminal.note(problem);
      for (const note of [state?.checkpoint, told.checkpoint]) if (note) terminal.print(note);
      return EXIT.forged;
    }
    if (values.state !== undefined)
      await writeDurably(
        values.state,
        `${JSON.stringify({ logKey, checkpoint: told.checkpoint }, null, 2)}\n`,
        READABLE,
      );
    const older = state && opened(state.checkpoint, key);
    const since = older ? `, ${told.tree_size - older.size} of them since the last look` : '';
    terminal.print(`ok   the log ${key.name} signed its first ${told.tree_size} entries${since}`);
    return EXIT.ok;
  },
};

interface State {
  readonly logKey: string;
  readonly checkpoint: string;
}

/** Null at the first run. @throws {UsageError} if the file is something else */
async function stateOf(file: string): Promise<State | null> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return null;
    throw cause;
  });
  if (text === null) return null;
  try {
    const { logKey, checkpoint } = JSON.parse(text) as Record<string, unknown>;
    if (typeof logKey === 'string' && typeof checkpoint === 'string') return { logKey, checkpoint };
  } catch {
    // Said below, as for JSON of another form.
  }
  throw new UsageError(`${file} is no state of "assay log verify"`);
}

const opened = (note: string, key: NoteKey): Checkpoint | null => openCheckpoint(note, key, verifyEd25519);

/** A sentence for what cannot be of one honest log; null if all holds. */
async function contradictionOf(
  client: AssayClient,
  key: NoteKey,
  kept: string | null,
  told: string,
): Promise<string | null> {
  const newer = opened(told, key);
  if (!newer) return `The newest checkpoint is not one that ${key.name} signed.`;
  if (kept === null) return null;
  const older = opened(kept, key);
  if (!older) return `The checkpoint of the last time is not one that ${key.name} signed.`;
  if (older.size > newer.size) return `The log had ${older.size} entries and now shows ${newer.size}.`;
  const hashes = older.size === newer.size ? [] : (await client.log.consistency(older.size, newer.size)).hashes;
  const proof = hashes.map(bytesOfBase64);
  const holds = proof.every((hash) => hash !== null) && isConsistent(older, newer, proof);
  return holds ? null : `The first ${older.size} entries of the log are not those of the last time.`;
}
