/** Every command, in the order of the list that `assay --help` prints. @module */
import { group } from '../command.ts';
import { accountCommands } from './operator/account.ts';
import { archiveCommands } from './operator/archive.ts';
import { auditCommands } from './ledger/audit.ts';
import { backupCommand, restoreCommand } from './operator/backup.ts';
import { bundleCommands } from './tools/bundle.ts';
import { c2paCommand } from './tools/c2pa.ts';
import { commitCommand } from './ledger/commit.ts';
import { configCommand } from './operator/config.ts';
import { disputesCommands } from './operator/disputes.ts';
import { encryptionCommands } from './operator/encryption.ts';
import { fingerprintCommand } from './tools/fingerprint.ts';
import { logCommands } from './ledger/log.ts';
import { jobsCommands } from './operator/jobs.ts';
import { mailCommands } from './operator/mail.ts';
import { migrateCommand } from './operator/migrate.ts';
import { modelsCommands } from './operator/models.ts';
import { organizationCommands } from './operator/organization.ts';
import { proofCommands } from './ledger/proof.ts';
import { apiCommand, serveCommand, workerCommand } from './operator/serve.ts';
import { storeCommands } from './operator/store.ts';
import { verdictsCommands } from './operator/verdicts.ts';
import { verifyCommand } from './client/verify.ts';
import { watermarkCommands } from './tools/watermark.ts';

import { assetsCommands } from './client/assets.ts';
import { copiesCommands } from './client/copies.ts';
import { keysCommands } from './client/keys.ts';
import { authCommands, loginCommand, logoutCommand } from './client/login.ts';
import {
  compareCommand,
  completionCommand,
  doctorCommand,
  historyCommand,
  reportCommand,
  shareCommand,
} from './client/others.ts';
import { mcpCommand } from './client/mcp.ts';
import { importCommand, uploadCommand, watchCommand } from './client/upload.ts';
import { webhooksCommands } from './client/webhooks.ts';

export const assayCommands = group('Tells whether a picture is authentic.', {
  login: loginCommand,
  logout: logoutCommand,
  auth: authCommands,
  upload: uploadCommand,
  verify: verifyCommand,
  compare: compareCommand,
  assets: assetsCommands,
  copies: copiesCommands,
  history: historyCommand,
  report: reportCommand,
  share: shareCommand,
  import: importCommand,
  watch: watchCommand,
  keys: keysCommands,
  webhooks: webhooksCommands,
  mcp: mcpCommand,
  commit: commitCommand,
  proof: proofCommands,
  bundle: bundleCommands,
  log: logCommands,
  audit: auditCommands,
  doctor: doctorCommand,
  completion: completionCommand,
  c2pa: c2paCommand,
  fingerprint: fingerprintCommand,
  watermark: watermarkCommands,
  serve: serveCommand,
  api: apiCommand,
  worker: workerCommand,
  config: configCommand,
  migrate: migrateCommand,
  models: modelsCommands,
  backup: backupCommand,
  restore: restoreCommand,
  store: storeCommands,
  archive: archiveCommands,
  account: accountCommands,
  organization: organizationCommands,
  jobs: jobsCommands,
  mail: mailCommands,
  disputes: disputesCommands,
  verdicts: verdictsCommands,
  encryption: encryptionCommands,
});
