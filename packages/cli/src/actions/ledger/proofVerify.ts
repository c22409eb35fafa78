/** `assay proof verify`: checks a proof of a commitment without asking anybody. @module */
import { readFile } from 'node:fs/promises';
import { verifyReceipt, type VerifiedReceipt } from '@assay/sdk/receipt';
import { UsageError } from '../../usageError.ts';
import { inputBytes } from '../../inputBytes.ts';
import type { WitnessOptions } from '../../witnesses/witnessFlags.ts';
import { wantedWitnesses } from '../../witnesses/witnessOptions.ts';
import type { Terminal } from '../../terminal.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';

interface Options extends WitnessOptions {
  readonly picture?: string | undefined;
  readonly logKey?: string | undefined;
  readonly organizationKey?: string | undefined;
  readonly transaction?: string | undefined;
  readonly json?: boolean | undefined;
}

export async function proofVerify(terminal: Terminal, options: Options, file: string): Promise<ExitCode> {
  const { picture, transaction: txHash, logKey, organizationKey: publicKey } = options;
  const witnesses = wantedWitnesses(options);
  const receipt = await jsonOf(file, terminal);
  const known = {
    ...(picture === undefined ? {} : { picture: new Uint8Array(await readFile(picture)) }),
    ...(logKey === undefined ? {} : { logKey }),
    ...(publicKey === undefined ? {} : { publicKey }),
    ...(txHash === undefined ? {} : { txHash }),
    ...(witnesses === null ? {} : { witnesses: witnesses.keys, witnessesMin: witnesses.min }),
  };
  const verified = await verifyReceipt(receipt, known).catch((cause: unknown) => {
    throw cause instanceof TypeError ? new UsageError(cause.message) : cause;
  });
  if (options.json) terminal.print(jsonText(verified));
  else show(verified, terminal);
  for (const [option, value, what] of [
    ['--log-key', logKey, 'log'],
    ['--organization-key', publicKey, 'organization'],
  ] as const)
    if (value === undefined)
      terminal.note(`The key of the ${what} was taken from the proof itself; ${option} compares it with one you know.`);
  return exitCodeFor(verified);
}

async function jsonOf(file: string, terminal: Pick<Terminal, 'input'>): Promise<unknown> {
  const text = (await inputBytes(file, terminal)).toString();
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
