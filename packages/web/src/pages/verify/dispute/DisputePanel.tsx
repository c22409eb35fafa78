import { NotFoundError } from '@assay/sdk/errors';
import type { Verdict } from '@assay/sdk/types';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { connection } from '../../../api/api.ts';
import type { Dispute } from '../../../api/types.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { QueryState } from '../../../shared/QueryState.tsx';
import { DisputeForm } from './DisputeForm.tsx';
import { DisputeState } from './DisputeState.tsx';

interface DisputePanelProps {
  readonly id: string;
  readonly verdict: Verdict;
  readonly file: File | null;
}

/** The newest dispute of a verification, and the form for the next one where none is open. */
export function DisputePanel({ id, verdict, file }: DisputePanelProps) {
  const t = useTranslate();
  const queries = useQueryClient();
  const [again, setAgain] = useState(false);
  const start = useRef<HTMLDivElement>(null);
  // The button that opened this is gone, and the focus with it.
  useEffect(() => start.current?.focus(), []);
  const path = `/v1/verify/${encodeURIComponent(id)}/dispute`;
  const queryKey = ['dispute', id];
  const latest = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      try {
        return await connection.json<Dispute>({ method: 'GET', path, signal });
      } catch (error) {
        // Nobody has disputed it so far.
        if (error instanceof NotFoundError && error.code === 'DISPUTE_NOT_FOUND') return null;
        throw error;
      }
    },
  });
  return (
    <div ref={start} tabIndex={-1} className="dispute-panel">
      <QueryState query={latest}>
        {(dispute) => (
          <>
            {dispute && <DisputeState dispute={dispute} />}
            {dispute && dispute.status !== 'open' && !again && (
              <button type="button" className="button" onClick={() => setAgain(true)}>
                {t('dispute.again')}
              </button>
            )}
            {(!dispute || (again && dispute.status !== 'open')) && (
              <DisputeForm
                path={path}
                verdict={verdict}
                file={file}
                onSent={(sent) => {
                  queries.setQueryData(queryKey, sent);
                  start.current?.focus();
                }}
              />
            )}
          </>
        )}
      </QueryState>
    </div>
  );
}
