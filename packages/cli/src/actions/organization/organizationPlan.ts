/** `assay organization plan`: what an organization may use, by the operator. @module */
import { knownWord } from '../../knownWord.ts';
import type { Terminal } from '../../terminal.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { withOperatorJobs } from '../operator/dataFolderWork.ts';

const PLANS = ['free', 'pro', 'enterprise'] as const;

interface Options {
  readonly dataDir?: string | undefined;
  readonly json?: boolean | undefined;
}

export async function organizationPlan(
  terminal: Terminal,
  options: Options,
  organization: string,
  word?: string,
): Promise<ExitCode> {
  const plan = word === undefined ? null : knownWord('PLAN', word, PLANS);
  const {
    organizationId,
    slug,
    plan: now,
    before,
  } = await withOperatorJobs(terminal, options.dataDir, (operatorJobs) => operatorJobs.setPlan(organization, plan));
  if (options.json) terminal.print(JSON.stringify({ organization_id: organizationId, slug, plan: now, before }));
  else
    terminal.print(
      before === now ? `${slug} has the plan ${now}, as before` : `${slug} has the plan ${now}, before it ${before}`,
    );
  return EXIT.ok;
}
