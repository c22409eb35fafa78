/** `assay bundle verify`: checks a bundle of evidence without asking anybody. @module */
import { stat } from 'node:fs/promises';
import { assertZipBytes, ZipFormError } from '@assay/core/encoding/storedZip';
import { BUNDLE_LIMITS } from '@assay/core/evidence/bundle';
import { type KnownOfBundle, type VerifiedBundle, verifyBundle } from '@assay/sdk/bundle';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { inputBytes } from '../../inputBytes.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usageError.ts';
import type { WitnessOptions } from '../../witnesses/witnessFlags.ts';
import { wantedWitnesses } from '../../witnesses/witnessOptions.ts';

interface Options extends WitnessOptions {
  readonly signerKey?: string | undefined;
  readonly organizationKey?: string | undefined;
  readonly logKey?: string | undefined;
  readonly json?: boolean | undefined;
}

export async function bundleVerify(terminal: Terminal, options: Options, file: string): Promise<ExitCode> {
  const { signerKey, organizationKey: publicKey, logKey } = options;
  const witnesses = wantedWitnesses(options);
  const known = {
    ...(signerKey === undefined ? {} : { signerKey }),
    ...(publicKey === undefined ? {} : { publicKey }),
    ...(logKey === undefined ? {} : { logKey }),
    ...(witnesses === null ? {} : { witnesses: witnesses.keys, witnessesMin: witnesses.min }),
  };
  const verified = await verifiedOf(file, terminal, known).catch((cause: unknown) => {
    throw cause instanceof ZipFormError ? new UsageError(`${file} is no bundle: ${cause.message}`) : cause;
  });
  if (options.json) {
    const { holds, claims, manifest, report } = verified;
    terminal.print(JSON.stringify({ holds, claims, manifest, report }, null, 2));
  } else show(verified, terminal);
  if (signerKey === undefined && verified.manifest?.signed_by != null)
    terminal.note(
      'The key of the signer was taken from the bundle itself; --signer-key compares it with one you know.',
    );
  return verified.holds ? EXIT.ok : EXIT.forged;
}

async function verifiedOf(file: string, terminal: Terminal, known: KnownOfBundle): Promise<VerifiedBundle> {
  // Before it is read: a file of any size could be named.
  if (file !== '-') assertZipBytes((await stat(file)).size, BUNDLE_LIMITS);
  return verifyBundle(new Uint8Array(await inputBytes(file, terminal)), known);
}

function show({ claims, manifest, report, proof }: VerifiedBundle, terminal: Terminal): void {
  for (const { says, holds } of claims) terminal.print(`${holds ? 'ok  ' : 'FAIL'} ${says}`);
  if (!proof) terminal.print('--   there is no proof of a commitment in it');
  for (const part of proof?.missing ?? []) terminal.print(`--   the proof has no ${part}`);
  const verification = report?.verification as { readonly verdict?: unknown; readonly details?: unknown } | undefined;
  if (verification) terminal.print(`verdict ${String(verification.verdict)}: ${String(verification.details)}`);
  terminal.print(`signed by ${manifest?.signed_by ?? 'nobody'}`);
}
