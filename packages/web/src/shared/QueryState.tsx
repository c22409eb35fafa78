import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslate } from '../i18n/translate.ts';
import { failureOf } from './failure.ts';
import { FailureNotice } from './FailureNotice.tsx';

interface QueryStateProps<Data> {
  readonly query: UseQueryResult<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** What was asked for, or why it is not there and how to ask again. */
export function QueryState<Data>({ query, children }: QueryStateProps<Data>) {
  const t = useTranslate();
  if (query.data !== undefined) return children(query.data);
  if (!query.isError)
    return (
      <p role="status" className="small loading">
        {t('query.loading')}
      </p>
    );
  const failure = failureOf(query.error);
  return (
    <FailureNotice failure={failure} level={2}>
      {failure.canRetry && (
        <button type="button" className="button button-primary" onClick={() => void query.refetch()}>
          {t('failure.retry')}
        </button>
      )}
    </FailureNotice>
  );
}
