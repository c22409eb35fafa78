/** `assay commit`: records a commitment to an asset. @module */
import type { Committed } from '@assay/sdk/types';
import { parseArguments, UsageError } from '../arguments.ts';
import type { Command } from '../command.ts';
import { connect, SERVER_HELP, SERVER_OPTION } from '../connect.ts';
import { EXIT } from '../exitCode.ts';
import { assertFree, writeOutput } from '../outputFile.ts';
import { formatTable } from '../table.ts';
import { proofBytes } from './proofGet.ts';

export const commitCommand: Command = {
  help: `assay commit ASSET_ID [--metadata JSON] [--proof FILE [--force]] [--server URL] [--json]

Has the service sign what it knows of an asset and record hash and signature on the ledger and in the public log; waits up
to 30 seconds until the ledger cannot drop it. Needs an API key with the scope "commit" in $ASSAY_API_KEY.

  --metadata JSON       an object of at most 4 KiB; its hash becomes part of what is signed
  --proof FILE          also write the proof, for "assay proof verify"
  --force               overwrite FILE
  ${SERVER_HELP}
  --json                the service's answer`,

  async run(args, terminal) {
    const options = {
      ...SERVER_OPTION,
      metadata: { type: 'string' },
      proof: { type: 'string' },
      force: { type: 'boolean' },
      json: { type: 'boolean' },
    } as const;
    const { values, positionals } = parseArguments(args, options, { least: 1, most: 1, names: 'ASSET_ID' });
    const [assetId = ''] = positionals;
    const metadata = values.metadata === undefined ? undefined : objectOf(values.metadata);
    const force = values.force ?? false;
    // Before anything is recorded that cannot be taken back.
    if (values.proof !== undefined) await assertFree(values.proof, force);
    const client = connect(values.server, terminal);
    const made = await client.commit(assetId, metadata ? { metadata } : {});
    terminal.print(values.json ? JSON.stringify(made) : textOf(made));
    if (values.proof !== undefined && made.tx_hash !== null) {
      await writeOutput(values.proof, await proofBytes(client, made.tx_hash, terminal), force);
      terminal.note(`Proof written to ${values.proof}`);
    }
    return EXIT.ok;
  },
};

/** @throws {UsageError} */
function objectOf(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError('--metadata is no JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError('--metadata must be a JSON object, such as {"edition":1}');
  return value as Record<string, unknown>;
}

function textOf(made: Committed): string {
  const ledger = made.ledger === 'embedded' ? 'embedded (no public chain)' : `Solana ${made.blockchain_network}`;
  return formatTable([
    ['commitment', made.commitment_id],
    ['status', made.confirmation_status],
    ['ledger', ledger],
    ['transaction', made.tx_hash ?? 'not signed yet'],
    ['hash', made.commitment_hash],
    ...(made.explorer_url === null ? [] : [['explorer', made.explorer_url]]),
  ]);
}
