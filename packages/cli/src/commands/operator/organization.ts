/** `assay organization` @module */
import { command, group } from '../../command.ts';
import { argument, DATA_DIR, BESIDE_HELP, maybe, on, value } from '../../options.ts';

const plan = command({
  brief: 'give an organization a plan, or confirm the one that its owner chose',
  help: `Gives an organization a plan. Without PLAN it confirms the plan that its owner chose, which counts only then if
ASSAY_BILLING_MODE is managed. The limits hold at once and never fall below what is in use; the owner of a personal
organization gets the same tier. The organization's audit log keeps it.
${BESIDE_HELP}`,
  load: async () => (await import('../../actions/organization/organizationPlan.ts')).organizationPlan,
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

const NUMBER = 'N';

const limits = command({
  brief: 'set numbers of an organization in place of those of its plan',
  help: `Each is a whole number, none for without bound, or plan for the number of the plan. They hold at once, whatever the plan;
what is in use stays, also beyond them. Limits that the organization has set for itself lower them. Without options it shows
what is set. The organization's audit log keeps it.
${BESIDE_HELP}`,
  load: async () => (await import('../../actions/organization/organizationLimits.ts')).organizationLimits,
  parameters: {
    flags: {
      users: value(NUMBER, 'members and open invitations'),
      assets: value(NUMBER, 'assets at once'),
      verifications: value(NUMBER, 'verifications a day'),
      uploads: value(NUMBER, 'uploads a month'),
      storage: value(NUMBER, 'bytes of storage'),
      dataDir: DATA_DIR,
      json: on('{organization_id, slug, limits} as one line of JSON; a limit that is null is without bound'),
    },
    positional: { kind: 'tuple', parameters: [argument('ORGANIZATION', 'its id or slug')] },
  },
});

export const organizationCommands = group('plans and numbers of organizations, for the operator', { plan, limits });
