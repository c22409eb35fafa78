/**
 * A reading of Content Credentials as the JSON that is stored and shown, `c2pa_metadata`: docs/spec/assets.md#metadata.
 * @module
 */
import type {
  CredentialReading,
  CredentialSigner,
  IdentitySummary,
  ManifestSummary,
} from '../ports/credentials/credentials.ts';
import type { MetadataTags } from '../ports/verify/engine.ts';

const signerJson = (signer: CredentialSigner | null) =>
  signer && {
    issuer: signer.issuer,
    common_name: signer.commonName,
    algorithm: signer.algorithm,
    serial_number: signer.serialNumber,
  };

const identityJson = ({ kind, signer, roles, references, state }: IdentitySummary) => ({
  kind,
  issuer: signer?.issuer ?? null,
  common_name: signer?.commonName ?? null,
  roles: [...roles],
  references: [...references],
  validation_state: state,
});

const manifestJson = (manifest: ManifestSummary) => ({
  label: manifest.label,
  claim_generator: manifest.claimGenerator,
  title: manifest.title,
  signer: signerJson(manifest.signer),
  signed_at: manifest.signedAt,
  actions: manifest.actions,
  assertions: manifest.assertions,
  ingredients: manifest.ingredients,
  identities: manifest.identities.map(identityJson),
});

/** Enough for an owner to ask on; all of them stand in `manifests`. */
const BROKEN_SHOWN = 20;

/** Ingredients whose manifest does not fit, wherever in the store they are named; each manifest once. */
function brokenIngredients({ manifests }: CredentialReading) {
  const broken = manifests.flatMap(({ ingredients }) => ingredients).filter((ingredient) => ingredient.broken);
  const byManifest = new Map(broken.map((ingredient) => [ingredient.manifest ?? ingredient.title, ingredient]));
  return [...byManifest.values()]
    .slice(0, BROKEN_SHOWN)
    .map(({ title, manifest, codes }) => ({ title, manifest, codes: [...codes] }));
}

/** What a verification shows of the submitted file's manifest. */
export const credentialsSummary = (reading: CredentialReading) => ({
  present: reading.present,
  validation_state: reading.state,
  binding_broken: reading.bindingBroken,
  codes: [...new Set(reading.findings.map(({ code }) => code))],
  active_manifest: reading.activeManifest,
  signer: signerJson(reading.signer),
  certificates: reading.certificates.map(({ commonName, organization, issuer, validFrom, validTo }) => ({
    common_name: commonName,
    organization,
    issuer,
    valid_from: validFrom,
    valid_to: validTo,
  })),
  assurance_level: reading.assuranceLevel,
  signed_at: reading.signedAt,
  time_proven: reading.timeProven,
  revocation: reading.revocation,
  remote_manifest: reading.remoteManifest,
  broken_ingredients: brokenIngredients(reading),
  identities: (reading.manifests.find(({ label }) => label === reading.activeManifest)?.identities ?? []).map(
    identityJson,
  ),
});

export type CredentialsSummary = ReturnType<typeof credentialsSummary>;

/** Everything: for the owner of an asset, and for `assay c2pa`. */
export const c2paMetadata = (reading: CredentialReading): MetadataTags => ({
  ...credentialsSummary(reading),
  validation_status: reading.findings,
  manifests: reading.manifests.map(manifestJson),
});
