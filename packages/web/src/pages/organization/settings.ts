/** The settings of an organization between its form and the service. @module */
import type { Organization, OrganizationPatch } from '@assay/sdk/types';

type Fields = Readonly<Record<string, string>>;

/** Whole numbers above 0; an empty field is no bound. */
export const numberProblem = (text: string): boolean => !/^\s*(?:[1-9]\d{0,8})?\s*$/.test(text);

const numberOf = (text: string | undefined): number | null => (text?.trim() ? Number(text) : null);

export const NUMBERS = ['retention_days', 'max_users', 'max_assets', 'max_verifications_per_day'] as const;

export type ShownNumbers = Pick<Organization, (typeof NUMBERS)[number]>;

/**
 * All boxes, since one that is not ticked is not among the fields. Of the numbers those that were changed: the others show what the plan
 * allows, and sent back they would become limits of the organization's own, which outlast the plan.
 */
export const settingsOf = (fields: Fields, shown: ShownNumbers): OrganizationPatch => ({
  name: (fields['called'] ?? '').trim(),
  // For owners alone.
  ...(fields['plan'] === undefined ? {} : { plan: fields['plan'] as NonNullable<OrganizationPatch['plan']> }),
  public_verification: fields['public_verification'] !== undefined,
  public_asset_ids: fields['public_asset_ids'] !== undefined,
  ...Object.fromEntries(
    NUMBERS.map((name) => [name, numberOf(fields[name])] as const).filter(([name, number]) => number !== shown[name]),
  ),
});
