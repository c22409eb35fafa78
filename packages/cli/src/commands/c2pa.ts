/** `assay c2pa`: reads and validates the C2PA manifest of pictures, without a service and without the network. @module */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { createCredentials } from '@assay/service/adapters/c2pa/credentials';
import { c2paMetadata } from '@assay/service/app/credentials/c2paMetadata';
import type { CredentialReading } from '@assay/service/app/ports/credentials';
import { readConfig } from '@assay/service/config';
import { trustLists } from '@assay/service/mainCredentials';
import { parseArguments, UsageError } from '../arguments.ts';
import type { Command, Terminal } from '../command.ts';
import { EXIT } from '../exitCode.ts';

const OUTCOMES = ['trusted', 'valid', 'invalid', 'absent'] as const;
type Outcome = (typeof OUTCOMES)[number];

const WORDS = {
  trusted: 'whole, and its signer is on the trust list',
  valid: 'whole; its signer is not on the trust list',
  invalid: 'not valid',
  absent: 'no manifest',
} as const satisfies Record<Outcome, string>;

const OPTIONS = {
  json: { type: 'boolean' },
  'trust-anchors': { type: 'string' },
  'trusted-signers': { type: 'string' },
  'trust-purposes': { type: 'string' },
  'fail-on': { type: 'string' },
} as const;

export const c2paCommand: Command = {
  help: `assay c2pa FILE... [--json] [--trust-anchors ROOTS.pem] [--trusted-signers CERTIFICATES.pem]
           [--trust-purposes LIST] [--fail-on invalid,absent]

Reads and validates the C2PA manifest of each picture. Nothing is asked of the network.

  --json             one JSON object for each picture: file, present, validation_state (trusted, valid or invalid; null
                     without a manifest), codes, signer, active_manifest, binding_broken, time_proven, manifests, ...
  --trust-anchors    roots whose signers are trusted; default $ASSAY_C2PA_TRUST_ANCHORS
  --trusted-signers  certificates that are trusted by themselves; default $ASSAY_C2PA_TRUSTED_SIGNERS
  --trust-purposes   extended key usages of trusted signers, one a line; default $ASSAY_C2PA_TRUST_PURPOSES
  --fail-on LIST     exit status 10 if a picture is one of these: ${OUTCOMES.join(', ')}

Exit status: 0 when every picture was read, whatever its manifest says; 2 for a file that is no picture.`,

  async run(args, terminal) {
    const { values, positionals } = parseArguments(args, OPTIONS, { least: 1, most: 1000, names: 'FILE...' });
    const failOn = outcomesOf(values['fail-on'] ?? '');
    const config = readConfig({
      ...onlyC2pa(terminal.environment),
      ...given('ASSAY_C2PA_TRUST_ANCHORS', values['trust-anchors']),
      ...given('ASSAY_C2PA_TRUSTED_SIGNERS', values['trusted-signers']),
      ...given('ASSAY_C2PA_TRUST_PURPOSES', values['trust-purposes']),
    });
    const trust = await trustLists(config);
    const credentials = createCredentials({ trust, signing: null, namespace: config.c2paNamespace });
    let failed = false;
    try {
      for (const file of positionals) {
        const reading = await credentials.read(new Uint8Array(await readFile(file)));
        failed ||= failOn.has(outcomeOf(reading));
        terminal.print(values.json ? JSON.stringify({ file, ...c2paMetadata(reading) }) : textOf(file, reading));
      }
    } finally {
      await credentials.close();
    }
    return failed ? EXIT.forged : EXIT.ok;
  },
};

/** Other settings of a service do not matter here, nor what is wrong with them. */
const onlyC2pa = (environment: Terminal['environment']): Terminal['environment'] =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => name.startsWith('ASSAY_C2PA_')));

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
  const lines = [`${basename(file)}: ${WORDS[outcomeOf(reading)]}`];
  if (remoteManifest) lines.push(`    names a manifest elsewhere, which is not fetched: ${remoteManifest}`);
  if (signer) lines.push(`    signed by ${signer.issuer ?? 'an unnamed signer'}${signedAt ? ` at ${signedAt}` : ''}`);
  for (const { code, explanation } of findings) lines.push(`    ${code}${explanation ? `: ${explanation}` : ''}`);
  for (const { label, claimGenerator, actions } of manifests)
    lines.push(`    ${label} (${claimGenerator ?? 'unknown generator'}): ${actions.join(', ') || 'no actions'}`);
  return lines.join('\n');
}
