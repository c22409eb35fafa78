/** `assay proof get`: the proof of a commitment, as a file that needs the service no more. @module */
import type { AssayClient } from '@assay/sdk/client';
import { parseArguments } from '../arguments.ts';
import type { Command, Terminal } from '../command.ts';
import { connect, SERVER_HELP, SERVER_OPTION } from '../connect.ts';
import { EXIT } from '../exitCode.ts';
import { writeOutput } from '../outputFile.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const proofGetCommand: Command = {
  help: `assay proof get TX_HASH|COMMITMENT_ID [--output FILE [--force]] [--server URL]

Fetches what a service and its ledger say of a commitment, with the proof. Keep it beside the picture: "assay proof verify"
and examples/verifyProof.mjs check it without any service. Needs no credential.

  --output FILE         write it there instead of printing it
  --force               overwrite FILE
  ${SERVER_HELP}`,

  async run(args, terminal) {
    const options = { ...SERVER_OPTION, output: { type: 'string' }, force: { type: 'boolean' } } as const;
    const { values, positionals } = parseArguments(args, options, {
      least: 1,
      most: 1,
      names: 'TX_HASH or COMMITMENT_ID',
    });
    const [name = ''] = positionals;
    const client = connect(values.server, terminal);
    const txHash = UUID.test(name) ? (await client.getCommitment(name)).tx_hash : name;
    if (txHash === null) {
      terminal.note('This commitment has no transaction yet. Try again in a while.');
      return EXIT.notFound;
    }
    const bytes = await proofBytes(client, txHash, terminal);
    if (values.output === undefined) terminal.print(Buffer.from(bytes).toString().trimEnd());
    else {
      await writeOutput(values.output, bytes, values.force ?? false);
      terminal.note(`Proof written to ${values.output}`);
    }
    return EXIT.ok;
  },
};

/** The service's answer as it is kept; says what is not in it yet. */
export async function proofBytes(client: AssayClient, txHash: string, terminal: Terminal): Promise<Uint8Array> {
  const answer = await client.checkTransaction(txHash);
  if (answer.proof === null)
    terminal.note('The service made no commitment with this transaction, so there is no proof.');
  else if (answer.proof.inclusion === null) terminal.note('The log does not cover it yet. Fetch it again in a second.');
  return Buffer.from(`${JSON.stringify(answer, null, 2)}\n`);
}
