/** The settings of an organization between its form and the service. @module */
import type { OrganizationPatch } from '@assay/sdk/types';

type Fields = Readonly<Record<string, string>>;

/** Whole numbers above 0; an empty field is no bound. */
export const numberProblem = (text: string): boolean => !/^\s*(?:[1-9]\d{0,8})?\s*$/.test(text);

const numberOf = (text: string | undefined): number | null => (text?.trim() ? Number(text) : null);

/** All of them, since a box that is not ticked is not among the fields. */
export const settingsOf = (fields: Fields): OrganizationPatch => ({
  name: (fields['called'] ?? '').trim(),
  // For owners alone.
  ...(fields['plan'] === undefined ? {} : { plan: fields['plan'] as NonNullable<OrganizationPatch['plan']> }),
  public_verification: fields['public_verification'] !== undefined,
  public_asset_ids: fields['public_asset_ids'] !== undefined,
  retention_days: numberOf(fields['retention_days']),
  max_users: numberOf(fields['max_users']),
  max_assets: numberOf(fields['max_assets']),
  max_verifications_per_day: numberOf(fields['max_verifications_per_day']),
});
