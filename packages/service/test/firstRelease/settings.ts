/** What the service of the fixture was set up with. Everything here is made for it, and guards nothing else. @module */
import path from 'node:path';
import { clockAway } from '../process/clockAway.ts';

export const VECTORS = path.join(import.meta.dirname, 'vectors');
/** A backup of the service (`assay backup`), as a gzipped tar archive. */
export const BACKUP_FILE = path.join(VECTORS, 'backup.tar.gz');
/** When it was made, of which tables, what is in it, and what it was asked and answered. */
export const RELEASE_FILE = path.join(VECTORS, 'release.json');

/** How both are made. */
export const COMMAND = 'npm run fixture:release';

const SECRET = 'of the fixture of the first release';
export const SETTINGS: Readonly<Record<string, string>> = {
  ASSAY_JWT_SECRET: `jwt ${SECRET}`,
  ASSAY_WATERMARK_KEY: `watermark ${SECRET}`,
  ASSAY_KEY_ENCRYPTION_KEY: `sealing ${SECRET}`,
  // Addresses in answers are the same wherever it is restored.
  ASSAY_PUBLIC_BASE_URL: 'http://assay.test',
  ASSAY_ALLOW_PRIVATE_WEBHOOKS: '1',
  ASSAY_OPERATOR_EMAILS: 'ada@example.org',
};

export const PASSWORD = 'seventeen frogs in a pond';
export const OWNER = { email: 'ada@example.org', password: PASSWORD, full_name: 'Ada of the harbour' };
export const VIEWER = { email: 'bo@example.org', password: PASSWORD, full_name: 'Bo of the lake' };

/** The settings of a process that runs at that time, whenever the test runs: nothing has expired, nothing is forgotten. */
export const settingsAt = (time: Date): Readonly<Record<string, string>> => ({
  ...SETTINGS,
  ...clockAway(time.getTime() - Date.now()),
});
