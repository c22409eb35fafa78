/** Who runs a service: docs/spec/web.md#operator-page. @module */
import { AppError } from '@assay/core/errors';
import type { User } from '../ports/accounts/accounts.ts';
import type { Ports } from '../ports/ports.ts';

export type OperatorDeps = Pick<Ports, 'serviceFigures' | 'limits'>;

/**
 * A listed address counts once it is confirmed: anybody may sign up with it.
 * @throws {AppError} FORBIDDEN
 */
export async function assertOperator({ serviceFigures, limits }: OperatorDeps, user: User): Promise<void> {
  const { operators } = limits;
  const isOperator =
    operators === 'first account'
      ? (await serviceFigures.firstAccount()) === user.id
      : user.isVerified && operators.includes(user.email.toLowerCase());
  if (!isOperator)
    throw new AppError(
      'FORBIDDEN',
      'This is for operators of the service: those whose confirmed address is in ASSAY_OPERATORS or, outside of production where none is listed, whoever made the first account.',
    );
}
