/** Who may do what inside an organization: one table (decisions.md, 3.5). @module */
import { AppError } from '@assay/core/errors';
import type { Role } from './ports/accounts.ts';

const ALLOWED = {
  'asset.see': ['owner', 'admin', 'editor', 'verifier', 'viewer'],
  'asset.write': ['owner', 'admin', 'editor'],
  'asset.delete': ['owner', 'admin'],
  'asset.deleteOwn': ['owner', 'admin', 'editor'],
  'asset.readOriginal': ['owner', 'admin', 'editor'],
  'webhook.manage': ['owner', 'admin'],
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof ALLOWED;

export const mayDo = (role: Role, action: Action): boolean => (ALLOWED[action] as readonly Role[]).includes(role);

/** @throws {AppError} FORBIDDEN: for members only; to everyone else the thing does not exist (404) */
export function authorize(role: Role, action: Action): void {
  if (!mayDo(role, action)) throw new AppError('FORBIDDEN', `Your role "${role}" may not do this (${action}).`);
}
