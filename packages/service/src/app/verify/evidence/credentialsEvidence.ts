/** Content Credentials of a submitted picture as evidence, and in words. @module */
import type { C2paEvidence, Evidence } from '@assay/core/verdict/evidence';
import { readEvidence } from '@assay/core/verdict/readEvidence';
import { isSavedAnew } from '@assay/core/verdict/savedAnew';
import type { CredentialReading } from '../../ports/credentials/credentials.ts';
import type { Description, EvidenceLine } from '../verification.ts';

export const credentialsEvidence = ({ state, bindingBroken, findings, signer }: CredentialReading): C2paEvidence => ({
  state: state ?? 'none',
  bindingBroken,
  codes: [...new Set(findings.map(({ code }) => code))],
  signer: signer?.issuer ?? null,
});

/** Names come from the file; in a sentence they stay short. */
const NAME_CHARS_MAX = 80;
/** The first codes say enough; all are in the answer. */
const CODES_SHOWN = 3;

const REVOCATION = {
  not_revoked: 'and they bring a statement of that time that their certificate was not revoked',
  revoked: 'and their certificate was revoked',
  unknown: 'and whether their certificate was revoked is not known',
} as const;

/** How a generator guards its key and its claims; C2PA Generator Product Security Requirements. */
const ASSURANCE = {
  none: 'The certificate names no assurance level.',
  1: 'The certificate has assurance level 1 of the C2PA conformance programme.',
  2: 'The certificate has assurance level 2 of the C2PA conformance programme.',
} as const;

/** Longer chains are in the answer. */
const CHAIN_SHOWN = 5;

/** Who vouches for whom, as the certificates say; the last one's maker, the root, need not be among them. */
function chainText({ certificates }: Description['contentCredentials']): string {
  const names = certificates.map(({ common_name, organization }) => common_name ?? organization ?? 'an unnamed one');
  const root = certificates.at(-1)?.issuer;
  const all = root != null && root !== names.at(-1) ? [...names, root] : names;
  if (all.length === 0) return '';
  const said = all.slice(0, CHAIN_SHOWN).map((name) => `"${name.slice(0, NAME_CHARS_MAX)}"`);
  return `Their certificate: ${said.join(', issued by ')}${all.length > said.length ? ' and so on' : ''}. `;
}

/** What a whole manifest leaves open. */
const whatIsOpen = (credentials: Description['contentCredentials']): string => {
  const { time_proven, revocation, assurance_level } = credentials;
  return `${chainText(credentials)}${time_proven ? 'A time stamp proves when they were signed' : 'No trusted time stamp proves when they were signed'}, ${REVOCATION[revocation]}. ${ASSURANCE[assurance_level ?? 'none']}`;
};

export function credentialsLine(evidence: Evidence, { contentCredentials }: Description): EvidenceLine {
  const { c2pa } = evidence;
  const line = (state: EvidenceLine['state'], statement: string): EvidenceLine => ({
    kind: 'content_credentials',
    state,
    statement,
    plainStatement: statement,
    assetId: null,
  });
  const name = c2pa.signer ? `"${c2pa.signer.slice(0, NAME_CHARS_MAX)}"` : 'an unnamed signer';
  switch (c2pa.state) {
    case 'none':
      if (!contentCredentials.remote_manifest) return line('absent', 'The file holds no Content Credentials.');
      return contentCredentials.codes.includes('manifest.inaccessible')
        ? line('absent', 'The file holds no Content Credentials; it names some elsewhere, which could not be fetched.')
        : line('absent', 'The file holds no Content Credentials; it names some elsewhere, which are not fetched.');
    case 'trusted':
      return line(
        'for',
        `The Content Credentials are whole, and their signer ${name} is on the trust list. ${whatIsOpen(contentCredentials)}`,
      );
    case 'valid':
      return line(
        'neutral',
        `The Content Credentials are whole; their signer ${name} is not on the trust list. ${whatIsOpen(contentCredentials)}`,
      );
    case 'invalid': {
      const { match } = readEvidence(evidence);
      const broken = `The Content Credentials of ${name} were signed over other bytes than these`;
      if (c2pa.bindingBroken)
        return match && isSavedAnew(match)
          ? line('neutral', `${broken}: the picture was saved anew.`)
          : line('against', `${broken}.`);
      const codes = c2pa.codes.slice(0, CODES_SHOWN).join(', ');
      return line('neutral', `The Content Credentials are not valid (${codes || 'not readable'}) and prove nothing.`);
    }
  }
}
