/** `assay audit check` @module */
import type { AuditCheck, CheckedAuditLog } from '@assay/service/app/organizations/checkAuditLogs';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import type { Terminal } from '../../terminal.ts';
import { withLogJobs } from '../operator/dataFolderWork.ts';

interface Options {
  readonly organization?: string | undefined;
  readonly dataDir?: string | undefined;
  readonly json?: boolean | undefined;
  readonly server?: string | undefined;
  readonly logKey?: string | undefined;
}

export async function auditCheck(terminal: Terminal, options: Options): Promise<ExitCode> {
  if (options.server !== undefined) return (await import('./auditCheckServed.ts')).auditCheckServed(terminal, options);
  const checked = await withLogJobs(terminal, options.dataDir, (jobs) => jobs.checkAudit(options.organization ?? null));
  if (options.json) terminal.print(jsonText(checked));
  else show(checked, terminal);
  const { logFinding, strayFindings, logs } = checked;
  const isWhole =
    logFinding === null && strayFindings.length === 0 && logs.every(({ findings }) => findings.length === 0);
  return isWhole ? EXIT.ok : EXIT.forged;
}

const jsonText = ({ logFinding, logSize, strayFindings, logs }: AuditCheck): string =>
  JSON.stringify(
    {
      log: { entries: logSize, finding: logFinding },
      stray: strayFindings,
      organizations: logs.map(({ organizationId, slug, entries, heads, unsigned, findings }) => ({
        organization_id: organizationId,
        slug,
        entries,
        heads,
        unsigned,
        findings,
      })),
    },
    null,
    2,
  );

function show({ logFinding, logSize, strayFindings, logs }: AuditCheck, terminal: Terminal): void {
  terminal.print(logFinding === null ? `ok   the transparency log, ${logSize} entries` : `FAIL ${logFinding}`);
  for (const finding of strayFindings) terminal.print(`FAIL ${finding}`);
  for (const log of logs) {
    const name = log.slug ?? log.organizationId;
    if (log.findings.length === 0) terminal.print(`ok   ${name}: ${stateOf(log)}`);
    for (const finding of log.findings) terminal.print(`FAIL ${name}: ${finding}`);
  }
}

function stateOf({ slug, entries, heads, unsigned }: CheckedAuditLog): string {
  if (slug === null) return `deleted; ${heads} heads of its log are left`;
  return `${entries} entries, ${heads} heads${unsigned === 0 ? '' : `, ${unsigned} entries after the newest`}`;
}
