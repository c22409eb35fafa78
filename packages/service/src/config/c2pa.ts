/** Settings of Content Credentials (C2PA). @module */
import { butGot, onOrOff, orNull, setting, text } from './setting.ts';

/** Reversed domain name: the form that the schema of the C2PA list of soft binding algorithms asks of names, in small letters. */
const namespace = text.regex(
  /^[a-z]{2,63}(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/,
  butGot('must be a reversed domain name such as org.example'),
);

/** Each ends in a slash, so that /store does not let /stores pass. */
const places = text.transform((value, context): readonly string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => {
      const url = URL.canParse(one) ? new URL(one) : null;
      const isPlace = url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '';
      if (!isPlace || url.username !== '') context.addIssue(`must be addresses that begin with https://, got "${one}"`);
      return url === null || url.pathname.endsWith('/') ? (url?.href ?? '') : `${url.href}/`;
    }),
);

export const C2PA_SETTINGS = {
  c2paSigns: setting(
    'ASSAY_C2PA_SIGN',
    '1',
    'Whether delivered files get a signed C2PA manifest. Manifests of submitted files are read either way.',
    onOrOff,
  ),
  c2paThumbnails: setting(
    'ASSAY_C2PA_THUMBNAILS',
    '0',
    'Whether those manifests hold a thumbnail of the delivered picture, 256 pixels wide or high. Whoever may read the manifest sees it.',
    onOrOff,
  ),
  c2paCertificates: setting(
    'ASSAY_C2PA_CERTIFICATES',
    '',
    'PEM file with the chain of the signer, its own certificate first. Empty: a development chain that nobody trusts, made at the first start.',
    orNull(text),
  ),
  c2paPrivateKey: setting(
    'ASSAY_C2PA_PRIVATE_KEY',
    '',
    'PEM file (PKCS #8) with the key of the first certificate.',
    orNull(text),
  ),
  c2paTrustAnchors: setting(
    'ASSAY_C2PA_TRUST_ANCHORS',
    '',
    'PEM file with the roots whose signers are trusted. Empty: no signer is trusted, whole manifests are `valid`.',
    orNull(text),
  ),
  c2paTrustedSigners: setting(
    'ASSAY_C2PA_TRUSTED_SIGNERS',
    '',
    'PEM file with signing certificates that are trusted by themselves.',
    orNull(text),
  ),
  c2paTrustPurposes: setting(
    'ASSAY_C2PA_TRUST_PURPOSES',
    '',
    'File with the extended key usages that a trusted signer may have, one object identifier a line. Empty: those of the specification.',
    orNull(text),
  ),
  c2paTimestampAnchors: setting(
    'ASSAY_C2PA_TIMESTAMP_ANCHORS',
    '',
    'PEM file with the roots of time-stamp authorities that are trusted. Empty: the roots of the signers.',
    orNull(text),
  ),
  c2paIdentityAnchors: setting(
    'ASSAY_C2PA_IDENTITY_ANCHORS',
    '',
    'PEM file with the roots whose identity assertions (CAWG) are trusted. Empty: nobody, whole ones are `valid`.',
    orNull(text),
  ),
  c2paRemoteManifests: setting(
    'ASSAY_C2PA_REMOTE_MANIFESTS',
    '',
    'Addresses below which manifests that a picture names and does not hold are fetched, apart by commas, for instance https://manifests.example.org/store/. Empty: none is.',
    places,
  ),
  c2paNamespace: setting(
    'ASSAY_C2PA_NAMESPACE',
    'local.assay',
    'Reversed domain name before the names of the soft bindings, for instance org.example for org.example.track-a.1.',
    namespace,
  ),
} as const;
