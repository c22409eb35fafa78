/** `assay log verify`: was the public log only continued since the last look? @module */
import { readFile } from 'node:fs/promises';
import { isConsistent } from '@assay/core/transparency/checkProof';
import { type Checkpoint, openCheckpoint } from '@assay/core/transparency/checkpoint';
import { bytesOfBase64 } from '@assay/core/encoding/base64';
import { readWitnessKey, witnessesOf } from '@assay/core/transparency/cosignature';
import { type NoteKey, readNote, readVerifierKey } from '@assay/core/transparency/signedNote';
import type { AssayClient } from '@assay/sdk/client';
import { writeDurably } from '@assay/service/adapters/dataFolder/writeDurably';
import { verifyEd25519 } from '@assay/service/adapters/crypto/ed25519';
import { UsageError } from '../../usageError.ts';
import type { WitnessOptions } from '../../witnesses/witnessFlags.ts';
import { wantedWitnesses, type WantedWitnesses } from '../../witnesses/witnessOptions.ts';
import type { Terminal } from '../../terminal.ts';
import { connect } from '../../connect.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';

/** Checkpoints are public. */
const READABLE = 0o644;

interface Options extends WitnessOptions {
  readonly state?: string | undefined;
  readonly logKey?: string | undefined;
  readonly server?: string | undefined;
  readonly json?: boolean | undefined;
}

export async function logVerify(terminal: Terminal, options: Options): Promise<ExitCode> {
  const witnesses = wantedWitnesses(options);
  const client = connect(options.server, terminal);
  const state = options.state === undefined ? null : await stateOf(options.state);
  const told = await client.log.head();
  const logKey = options.logKey ?? state?.logKey ?? told.verifier_key;
  const key = readVerifierKey(logKey);
  if (!key) throw new UsageError(`"${logKey}" is no verifier key of a log`);
  if (!options.logKey && !state) terminal.note(`Taking the service's word for the key of its log: ${logKey}`);

  const problem =
    (await contradictionOf(client, key, state?.checkpoint ?? null, told.checkpoint)) ??
    unwitnessed(told.checkpoint, witnesses);
  if (problem !== null) {
    terminal.complain(problem);
    const checkpoints = [state?.checkpoint, told.checkpoint].filter((note) => note !== undefined);
    if (options.json) terminal.print(JSON.stringify({ holds: false, log: key.name, problem, checkpoints }));
    else for (const note of checkpoints) terminal.print(note);
    return EXIT.forged;
  }
  if (options.state !== undefined)
    await writeDurably(
      options.state,
      `${JSON.stringify({ logKey, checkpoint: told.checkpoint }, null, 2)}\n`,
      READABLE,
    );
  if (witnesses) terminal.note(`At least ${witnesses.min} of ${witnesses.keys.length} witnesses cosigned it.`);
  const older = state && opened(state.checkpoint, key);
  const grown = older ? told.tree_size - older.size : null;
  if (options.json) {
    terminal.print(JSON.stringify({ holds: true, log: key.name, tree_size: told.tree_size, grown_by: grown }));
    return EXIT.ok;
  }
  const since = grown === null ? '' : `, ${grown} of them since the last look`;
  terminal.print(`ok   the log ${key.name} signed its first ${told.tree_size} entries${since}`);
  return EXIT.ok;
}

/** A sentence if too few of the wanted witnesses cosigned it. */
function unwitnessed(checkpoint: string, wanted: WantedWitnesses | null): string | null {
  if (wanted === null) return null;
  const note = readNote(checkpoint);
  const keys = wanted.keys.flatMap((key) => readWitnessKey(key) ?? []);
  const cosigned = note === null ? 0 : witnessesOf(note, keys, verifyEd25519).length;
  if (cosigned >= wanted.min) return null;
  return `Only ${cosigned} of ${keys.length} witnesses cosigned the newest checkpoint; ${wanted.min} are wanted.`;
}

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
