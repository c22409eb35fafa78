/** `assay proof verify`: checks a proof of a commitment without asking anybody. @module */
import { readFile } from 'node:fs/promises';
import { verifyReceipt, type VerifiedReceipt } from '@assay/sdk/receipt';
import { parseArguments, UsageError } from '../arguments.ts';
import type { Command, Terminal } from '../command.ts';
import { EXIT, type ExitCode } from '../exitCode.ts';

const OPTIONS = {
  picture: { type: 'string' },
  'log-key': { type: 'string' },
  'organization-key': { type: 'string' },
  transaction: { type: 'string' },
  json: { type: 'boolean' },
} as const;

export const proofVerifyCommand: Command = {
  help: `assay proof verify FILE [--picture FILE] [--log-key KEY] [--organization-key KEY] [--transaction TX_HASH] [--json]

Checks a proof that "assay proof get" or GET /v1/blockchain/verify/{tx_hash} gave, offline: the organization's signature, the
transaction, the way into the log and the log's signature. What you know from elsewhere is compared with it; a proof that
brings its own keys shows only that it fits together.

  --picture FILE           the picture that it shall speak of, as uploaded or as delivered
  --log-key KEY            verifier key of the log (verifier_key of GET /v1/transparency, kept elsewhere)
  --organization-key KEY   Ed25519 key of the organization, 32 bytes in base64
  --transaction TX_HASH    the transaction that you found on a public chain
  --json                   {holds, missing, claims, payload, commitment_hash, tx_hash}

Exit status: 0 everything holds, 10 something does not, 11 what is there holds, but the proof was fetched too early.`,

  async run(args, terminal) {
    const { values, positionals } = parseArguments(args, OPTIONS, { least: 1, most: 1, names: 'FILE' });
    const { picture, transaction: txHash, 'log-key': logKey, 'organization-key': publicKey } = values;
    const receipt = await jsonOf(positionals[0] as string);
    const known = {
      ...(picture === undefined ? {} : { picture: new Uint8Array(await readFile(picture)) }),
      ...(logKey === undefined ? {} : { logKey }),
      ...(publicKey === undefined ? {} : { publicKey }),
      ...(txHash === undefined ? {} : { txHash }),
    };
    const verified = await verifyReceipt(receipt, known).catch((cause: unknown) => {
      throw cause instanceof TypeError ? new UsageError(cause.message) : cause;
    });
    if (values.json) terminal.print(jsonText(verified));
    else show(verified, terminal);
    for (const [option, value, what] of [
      ['--log-key', logKey, 'log'],
      ['--organization-key', publicKey, 'organization'],
    ] as const)
      if (value === undefined)
        terminal.note(
          `The key of the ${what} was taken from the proof itself; ${option} compares it with one you know.`,
        );
    return exitCodeFor(verified);
  },
};

async function jsonOf(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${file} is no JSON`);
  }
}

const jsonText = ({ holds, missing, claims, payload, commitmentHash, txHash }: VerifiedReceipt): string =>
  JSON.stringify({ holds, missing, claims, payload, commitment_hash: commitmentHash, tx_hash: txHash }, null, 2);

function show({ claims, missing, payload, txHash }: VerifiedReceipt, terminal: Terminal): void {
  for (const { says, holds } of claims) terminal.print(`${holds ? 'ok  ' : 'FAIL'} ${says}`);
  for (const part of missing) terminal.print(`--   there is no ${part} in it`);
  if (txHash !== null) terminal.print(`transaction ${txHash}`);
  if (payload) terminal.print(JSON.stringify(payload, null, 2));
}

function exitCodeFor({ holds, missing }: VerifiedReceipt): ExitCode {
  if (!holds) return EXIT.forged;
  return missing.length === 0 ? EXIT.ok : EXIT.unknown;
}
