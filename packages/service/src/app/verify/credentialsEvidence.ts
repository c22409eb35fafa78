/** Content Credentials of a submitted picture as evidence, and in words. @module */
import type { C2paEvidence, Evidence } from '@assay/core/verdict/evidence';
import type { CredentialReading } from '../ports/credentials/credentials.ts';
import type { Description, EvidenceLine } from './verification.ts';

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

/** What a whole manifest leaves open. */
const whatIsOpen = ({ time_proven, revocation, assurance_level }: Description['contentCredentials']): string =>
  `${time_proven ? 'A time stamp proves when they were signed' : 'No trusted time stamp proves when they were signed'}, ${REVOCATION[revocation]}. ${ASSURANCE[assurance_level ?? 'none']}`;

export function credentialsLine({ c2pa }: Evidence, { contentCredentials }: Description): EvidenceLine {
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
      if (c2pa.bindingBroken)
        return line('against', `The Content Credentials of ${name} were signed over other bytes than these.`);
      const codes = c2pa.codes.slice(0, CODES_SHOWN).join(', ');
      return line('neutral', `The Content Credentials are not valid (${codes || 'not readable'}) and prove nothing.`);
    }
  }
}
