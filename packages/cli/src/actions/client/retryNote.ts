/** What a person reads while a request waits for its next attempt. @module */
import type { RetryNotice } from '@assay/sdk/retry';
import type { Terminal } from '../../terminal.ts';

export const retryNote =
  (terminal: Pick<Terminal, 'note'>) =>
  ({ error, delayMs }: RetryNotice): void =>
    terminal.note(`${error.detail}; trying again in ${(delayMs / 1000).toFixed(1)} s`);
