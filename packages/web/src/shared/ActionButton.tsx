import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslate } from '../i18n/translate.ts';
import { failureOf } from './failure.ts';
import { FailureNotice } from './FailureNotice.tsx';

interface ActionButtonProps {
  readonly mutation: UseMutationResult<unknown, Error, void>;
  readonly look?: 'primary' | 'plain' | 'danger';
  /** What the next press does instead; left out: the deed. */
  readonly onPress?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** One deed: says that it works, does it once at a time, and says below what went wrong. */
export function ActionButton({ mutation, look = 'plain', onPress, children }: ActionButtonProps) {
  const t = useTranslate();
  const press = onPress ?? mutation.mutate;
  return (
    <>
      <button
        type="button"
        className={look === 'plain' ? 'button' : `button button-${look}`}
        aria-disabled={mutation.isPending || undefined}
        onClick={() => !mutation.isPending && press()}
      >
        {mutation.isPending ? t('form.busy') : children}
      </button>
      {mutation.isError && <FailureNotice failure={failureOf(mutation.error)} level={2} />}
    </>
  );
}
