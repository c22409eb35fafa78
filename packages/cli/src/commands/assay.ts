/** Every command, in the order of the list that `assay --help` prints. @module */
import { group } from '../command.ts';
import { archiveCommands } from './archive.ts';
import { auditCommands } from './audit.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { c2paCommand } from './c2pa.ts';
import { commitCommand } from './commit.ts';
import { configCommand } from './config.ts';
import { disputesCommands } from './disputes.ts';
import { encryptionCommands } from './encryption.ts';
import { fingerprintCommand } from './fingerprint.ts';
import { logCommands } from './log.ts';
import { mailCommands } from './mail.ts';
import { migrateCommand } from './migrate.ts';
import { modelsCommands } from './models.ts';
import { organizationCommands } from './organization.ts';
import { proofCommands } from './proof.ts';
import { serveCommand } from './serve.ts';
import { storeCommands } from './store.ts';
import { verdictsCommands } from './verdicts.ts';
import { verifyCommand } from './verify.ts';
import { watermarkCommands } from './watermark.ts';

export const assayCommands = group('Tells whether a picture is authentic.', {
  serve: serveCommand,
  config: configCommand,
  migrate: migrateCommand,
  verify: verifyCommand,
  commit: commitCommand,
  proof: proofCommands,
  log: logCommands,
  c2pa: c2paCommand,
  fingerprint: fingerprintCommand,
  models: modelsCommands,
  backup: backupCommand,
  restore: restoreCommand,
  store: storeCommands,
  archive: archiveCommands,
  organization: organizationCommands,
  mail: mailCommands,
  disputes: disputesCommands,
  verdicts: verdictsCommands,
  audit: auditCommands,
  encryption: encryptionCommands,
  watermark: watermarkCommands,
});
