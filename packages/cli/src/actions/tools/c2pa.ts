/** `assay c2pa`: reads and validates the C2PA manifest of pictures, without a service and without the network. @module */
import { basename } from 'node:path';
import { createCredentials } from '@assay/service/adapters/c2pa/credentials';
import { c2paMetadata } from '@assay/service/app/credentials/c2paMetadata';
import type { CredentialReading } from '@assay/service/app/ports/credentials/credentials';
import { readConfig } from '@assay/service/config/config';
import { trustLists } from '@assay/service/compose/credentials';
import { eachPicture } from '../../batch.ts';
import { picturesOf } from '../../pictures.ts';
import { UsageError } from '../../usageError.ts';
import type { Environment, Terminal } from '../../terminal.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';

const OUTCOMES = ['trusted', 'valid', 'invalid', 'absent'] as const;
type Outcome = (typeof OUTCOMES)[number];

const WORDS = {
  trusted: 'whole, and its signer is on the trust list',
  valid: 'whole; its signer is not on the trust list',
  invalid: 'not valid',
  absent: 'no manifest',
} as const satisfies Record<Outcome, string>;

const REVOKED = {
  not_revoked: 'not at that time, the file says',
  revoked: 'revoked',
  unknown: 'not known',
} as const satisfies Record<CredentialReading['revocation'], string>;

interface Options {
  readonly json?: boolean | undefined;
  readonly trustAnchors?: string | undefined;
  readonly trustedSigners?: string | undefined;
  readonly trustPurposes?: string | undefined;
  readonly timestampAnchors?: string | undefined;
  readonly identityAnchors?: string | undefined;
  readonly crJson?: boolean | undefined;
  readonly failOn?: string | undefined;
}

export async function c2pa(terminal: Terminal, options: Options, ...files: string[]): Promise<ExitCode> {
  const failOn = outcomesOf(options.failOn ?? '');
  const pictures = await picturesOf(files, terminal);
  const config = readConfig({
    ...onlyC2pa(await terminal.settings()),
    ...given('ASSAY_C2PA_TRUST_ANCHORS', options.trustAnchors),
    ...given('ASSAY_C2PA_TRUSTED_SIGNERS', options.trustedSigners),
    ...given('ASSAY_C2PA_TRUST_PURPOSES', options.trustPurposes),
    ...given('ASSAY_C2PA_TIMESTAMP_ANCHORS', options.timestampAnchors),
    ...given('ASSAY_C2PA_IDENTITY_ANCHORS', options.identityAnchors),
  });
  const trust = await trustLists(config);
  const credentials = createCredentials({ trust, signing: null, namespace: config.c2paNamespace, startedAhead: 0 });
  let failed = false;
  try {
    const { failure } = await eachPicture(terminal, pictures, async ({ name: file }, picture) => {
      const bytes = new Uint8Array(await picture.arrayBuffer());
      const reading = await credentials.read(bytes);
      failed ||= failOn.has(outcomeOf(reading));
      if (options.crJson) return terminal.print(String(await credentials.readCrJson(bytes)));
      terminal.print(options.json ? JSON.stringify({ file, ...c2paMetadata(reading) }) : textOf(file, reading));
    });
    if (failure !== EXIT.ok) return failure;
  } finally {
    await credentials.close();
  }
  return failed ? EXIT.forged : EXIT.ok;
}

/** Other settings of a service do not matter here, nor what is wrong with them. */
const onlyC2pa = (settings: Environment): Environment =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name.startsWith('ASSAY_C2PA_')));

const given = (name: string, value: string | undefined): Record<string, string> =>
  value === undefined ? {} : { [name]: value };

const outcomeOf = ({ state }: CredentialReading): Outcome => state ?? 'absent';

/** @throws {UsageError} */
function outcomesOf(list: string): ReadonlySet<Outcome> {
  const words = list.split(',').filter((word) => word !== '');
  const unknown = words.find((word) => !OUTCOMES.includes(word as Outcome));
  if (unknown !== undefined) throw new UsageError(`--fail-on knows ${OUTCOMES.join(', ')}, not "${unknown}"`);
  return new Set(words as Outcome[]);
}

function textOf(file: string, reading: CredentialReading): string {
  const { signer, signedAt, findings, manifests, remoteManifest } = reading;
  const { certificates, assuranceLevel, timeProven, revocation } = reading;
  const lines = [`${basename(file)}: ${WORDS[outcomeOf(reading)]}`];
  if (remoteManifest) lines.push(`    names a manifest elsewhere, which is not fetched: ${remoteManifest}`);
  if (signer) lines.push(`    signed by ${signer.issuer ?? 'an unnamed signer'}${signedAt ? ` at ${signedAt}` : ''}`);
  for (const { commonName, organization, issuer, validFrom, validTo } of certificates)
    lines.push(
      `    certificate of ${commonName ?? organization ?? 'somebody unnamed'} by ${issuer ?? 'somebody unnamed'}, ${validFrom.slice(0, 10)} to ${validTo.slice(0, 10)}`,
    );
  if (certificates.length > 0) lines.push(`    assurance level: ${assuranceLevel ?? 'none named'}`);
  if (signer)
    lines.push(
      `    time-stamp: ${timeProven ? 'trusted' : 'none that is trusted'}; revocation: ${REVOKED[revocation]}`,
    );
  for (const { code, explanation } of findings) lines.push(`    ${code}${explanation ? `: ${explanation}` : ''}`);
  for (const { label, claimGenerator, actions, identities } of manifests) {
    lines.push(`    ${label} (${claimGenerator ?? 'unknown generator'}): ${actions.join(', ') || 'no actions'}`);
    for (const { signer: by, state, references } of identities)
      lines.push(
        `        ${by?.issuer ?? 'somebody unnamed'} vouches for ${references.join(', ')}: ${state ?? 'not checked, being of an ancestor or with a key that lies elsewhere'}`,
      );
  }
  return lines.join('\n');
}
