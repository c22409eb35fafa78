/** `assay organization` @module */
import { command, group } from '../command.ts';
import { argument, DATA_DIR, DATA_DIR_HELP, maybe, on } from '../options.ts';

const plan = command({
  brief: 'give an organization a plan, or confirm the one that its owner chose',
  help: `Gives an organization a plan. Without PLAN it confirms the plan that its owner chose, which counts only then if
ASSAY_BILLING_MODE is managed. The limits hold at once and never fall below what is in use; the owner of a personal
organization gets the same tier. The organization's audit log keeps it.
${DATA_DIR_HELP}`,
  load: async () => (await import('../actions/organizationPlan.ts')).organizationPlan,
  parameters: {
    flags: {
      dataDir: DATA_DIR,
      json: on('{organization_id, slug, plan, before} as one line of JSON'),
    },
    positional: {
      kind: 'tuple',
      parameters: [argument('ORGANIZATION', 'its id or slug'), maybe('PLAN', 'free, pro or enterprise')],
    },
  },
});

export const organizationCommands = group('plans of organizations, for the operator', { plan });
