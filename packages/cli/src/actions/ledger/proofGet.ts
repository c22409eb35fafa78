/** `assay proof get`: the proof of a commitment, as a file that needs the service no more. @module */
import type { AssayClient } from '@assay/sdk/client';
import type { Terminal } from '../../terminal.ts';
import { connect } from '../../connect.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { writeResult } from '../../outputFile.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Options {
  readonly output?: string | undefined;
  readonly force?: boolean | undefined;
  readonly server?: string | undefined;
  readonly json?: boolean | undefined;
}

/** @param name a transaction's hash or a commitment's id */
export async function proofGet(terminal: Terminal, options: Options, name: string): Promise<ExitCode> {
  const client = connect(options.server, terminal);
  const txHash = UUID.test(name) ? (await client.getCommitment(name)).tx_hash : name;
  if (txHash === null) {
    terminal.note('This commitment has no transaction yet. Try again in a while.');
    return EXIT.notFound;
  }
  const bytes = await proofBytes(client, txHash, terminal);
  if (options.output === undefined) terminal.print(Buffer.from(bytes).toString().trimEnd());
  else await writeResult(terminal, options, options.output, bytes, `Proof written to ${options.output}`);
  return EXIT.ok;
}

/** The service's answer as it is kept; says what is not in it yet. */
export async function proofBytes(client: AssayClient, txHash: string, terminal: Terminal): Promise<Uint8Array> {
  const answer = await client.checkTransaction(txHash);
  if (answer.proof === null)
    terminal.note(
      'There is no proof: the service made no commitment with this transaction, or its organization shows proofs to members alone.',
    );
  else if (answer.proof.inclusion === null) terminal.note('The log does not cover it yet. Fetch it again in a second.');
  return Buffer.from(`${JSON.stringify(answer, null, 2)}\n`);
}
