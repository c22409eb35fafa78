/** `assay commit`: records a commitment to an asset. @module */
import type { Committed } from '@assay/sdk/types';
import { UsageError } from '../../usageError.ts';
import type { Terminal } from '../../terminal.ts';
import { connect } from '../../connect.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { assertFree, writeOutput } from '../../outputFile.ts';
import { formatTable } from '../../table.ts';
import { proofBytes } from './proofGet.ts';

interface Options {
  readonly metadata?: string | undefined;
  readonly proof?: string | undefined;
  readonly force?: boolean | undefined;
  readonly server?: string | undefined;
  readonly json?: boolean | undefined;
}

export async function commit(terminal: Terminal, options: Options, assetId: string): Promise<ExitCode> {
  const metadata = options.metadata === undefined ? undefined : objectOf(options.metadata);
  const force = options.force ?? false;
  // Before anything is recorded that cannot be taken back.
  if (options.proof !== undefined) await assertFree(options.proof, force);
  const client = connect(options.server, terminal);
  const made = await client.commit(assetId, metadata ? { metadata } : {});
  terminal.print(options.json ? JSON.stringify(made) : textOf(made));
  if (options.proof !== undefined && made.tx_hash !== null) {
    await writeOutput(options.proof, await proofBytes(client, made.tx_hash, terminal), force);
    terminal.note(`Proof written to ${options.proof}`);
  }
  return EXIT.ok;
}

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
