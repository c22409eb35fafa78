/** Settings of encryption at rest, the archive and pins. @module */
import { importSourceList, integer, onOrOff, oneOf, orNull, setting, storageLocation, text, url } from './setting.ts';

/** The forms; what stands behind them is looked at by whoever opens the key, at the start. */
const masterKeyRef = text.regex(
  /^(?:local:|file:\/.+|env:[A-Za-z_]\w*|aws-kms:.+)$/,
  'must be local:, file:/path, env:NAME or aws-kms:KEY?region=NAME',
);

const CENTURY_DAYS = 36_525;

export const CONTENT_SETTINGS = {
  encryptAtRest: setting(
    'ASSAY_ENCRYPT_AT_REST',
    '0',
    'Encrypts the files of every new asset. Off, an upload can still ask for it by its field `encrypt`.',
    onOrOff,
  ),
  downloadLinkSeconds: setting(
    'ASSAY_DOWNLOAD_LINK_SECONDS',
    '0',
    'With a store in S3 that clients reach: `redirect=true` at a download leads to an address of the store that works for so long. 0: files always come through the service.',
    integer(0, 604_800),
  ),
  quarantineDays: setting(
    'ASSAY_QUARANTINE_DAYS',
    '30',
    'So long files that no row of the database refers to are kept aside, days, before they are removed. See `assay store`.',
    integer(1, CENTURY_DAYS),
  ),
  masterKeyRef: setting(
    'ASSAY_MASTER_KEY_REF',
    'local:',
    'Master key that wraps the keys of organizations: local: (ASSAY_KEY_ENCRYPTION_KEY), file:/path, env:NAME, aws-kms:KEY?region=NAME. After a change run `assay encryption rotate`.',
    masterKeyRef,
  ),
  awsSessionToken: setting(
    'AWS_SESSION_TOKEN',
    '',
    'Goes with AWS_ACCESS_KEY_ID when that is a temporary one; only read for aws-kms:.',
    orNull(text),
    true,
  ),
  archiveUrl: setting(
    'ASSAY_ARCHIVE_URL',
    '',
    'Write-once place of archives: file:///folder, or s3://bucket/prefix?endpoint=https://host&region=name. Empty: `archive` in the data folder.',
    orNull(storageLocation),
  ),
  archiveLock: setting(
    'ASSAY_ARCHIVE_LOCK',
    'none',
    'Object Lock of archives in an S3 bucket that has it switched on.',
    oneOf('none', 'governance', 'compliance'),
  ),
  archiveRetainDays: setting(
    'ASSAY_ARCHIVE_RETAIN_DAYS',
    '3650',
    'How long the lock holds, days.',
    integer(1, CENTURY_DAYS),
  ),
  archiveCheckDays: setting(
    'ASSAY_ARCHIVE_CHECK_DAYS',
    '30',
    'Every archive is read back and checked after so many days.',
    integer(1, CENTURY_DAYS),
  ),
  ipfsPinUrl: setting(
    'ASSAY_IPFS_PIN_URL',
    '',
    'Pins what owners make public: kubo+http://host:5001 (RPC of a Kubo node), or pinning+https://host/path (IPFS Pinning Service API). Empty: no pins.',
    orNull(url('kubo+http:', 'kubo+https:', 'pinning+http:', 'pinning+https:')),
  ),
  ipfsPinToken: setting('ASSAY_IPFS_PIN_TOKEN', '', 'Bearer token that goes with it.', orNull(text), true),
  importMib: setting(
    'ASSAY_IMPORT_MIB',
    '2048',
    'A ZIP or CAR archive to import may have so many MiB.',
    integer(1, 1_048_576),
  ),
  importSources: setting(
    'ASSAY_IMPORT_SOURCES',
    '',
    'What members may import from, comma separated, each with a name and the ids of the organizations that may (with + between them, * for all): wire@ID+ID=file:///folder, or wire@*=s3://bucket/prefix?endpoint=https://host&region=name with the keys above.',
    importSourceList,
  ),
} as const;
