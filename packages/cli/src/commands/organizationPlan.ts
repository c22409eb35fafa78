/** `assay organization plan`: what an organization may use, by the operator. @module */
import { parseArguments, UsageError } from '../arguments.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../exitCode.ts';
import { DATA_DIR_HELP, DATA_DIR_OPTION, withMaintenance } from './maintenance.ts';

const PLANS = ['free', 'pro', 'enterprise'] as const;

export const organizationPlanCommand: Command = {
  help: `assay organization plan ORGANIZATION [PLAN] [--data-dir DIR] [--json]

Gives an organization a plan: ${PLANS.join(', ')}. Without PLAN it confirms the plan that its owner chose, which counts only
then if ASSAY_BILLING_MODE is managed. The limits hold at once and never fall below what is in use; the owner of a personal
organization gets the same tier. The organization's audit log keeps it. ORGANIZATION is an id or a slug.
${DATA_DIR_HELP}

  --data-dir DIR   instead of $ASSAY_DATA_DIR
  --json           {organization_id, slug, plan, before} as one line of JSON`,

  async run(args, terminal) {
    const options = { ...DATA_DIR_OPTION, json: { type: 'boolean' } } as const;
    const names = 'ORGANIZATION [PLAN]';
    const { values, positionals } = parseArguments(args, options, { least: 1, most: 2, names });
    const [organization, word] = positionals as [string, string?];
    const plan = word === undefined ? null : PLANS.find((known) => known === word);
    if (plan === undefined) throw new UsageError(`PLAN must be one of ${PLANS.join(', ')}, got "${word}"`);
    const {
      organizationId,
      slug,
      plan: now,
      before,
    } = await withMaintenance(terminal, values['data-dir'], (maintenance) => maintenance.setPlan(organization, plan));
    if (values.json) terminal.print(JSON.stringify({ organization_id: organizationId, slug, plan: now, before }));
    else
      terminal.print(
        before === now ? `${slug} has the plan ${now}, as before` : `${slug} has the plan ${now}, before it ${before}`,
      );
    return EXIT.ok;
  },
};
