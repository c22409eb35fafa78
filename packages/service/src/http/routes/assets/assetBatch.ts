/** What the routes of several assets share. @module */
import type { AppError } from '@assay/core/errors';

export const ORGANIZATION = ['FORBIDDEN', 'ORGANIZATION_NOT_FOUND', 'VALIDATION_ERROR'] as const;

export const failureView = ({ code, detail }: AppError) => ({ error_code: code, detail });

export function countsOf(failed: number, total: number): { total: number; successful: number; failed: number } {
  return { total, successful: total - failed, failed };
}
