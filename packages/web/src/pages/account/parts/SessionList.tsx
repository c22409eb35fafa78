import type { SignedInSession } from '@assay/sdk/types';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { connection, session } from '../../../api/api.ts';
import { wholeList } from '../../../api/wholeList.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { ActionButton } from '../../../shared/ActionButton.tsx';
import { QueryState } from '../../../shared/QueryState.tsx';
import { browserName } from '../browserName.ts';

/** From where the person is signed in; each session can be ended, or all at once. */
export function SessionList() {
  const t = useTranslate();
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => wholeList<SignedInSession>(connection, '/v1/auth/sessions', signal),
  });
  return (
    <section aria-labelledby="sessions-heading">
      <h2 id="sessions-heading">{t('sessions.title')}</h2>
      <p>{t('sessions.text')}</p>
      <QueryState query={sessions}>
        {({ items }) => (
          <ul className="rows">
            {items.map((one) => (
              <SessionRow key={one.id} one={one} />
            ))}
          </ul>
        )}
      </QueryState>
      <EndAll />
    </section>
  );
}

function SessionRow({ one }: { one: SignedInSession }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: () => connection.answer({ method: 'DELETE', path: `/v1/auth/sessions/${one.id}` }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  });
  const times = new Intl.DateTimeFormat(t.locale, { dateStyle: 'medium', timeStyle: 'short' });
  const browser = browserName(one.user_agent) ?? t('sessions.unknownBrowser');
  return (
    <li className="row">
      <div>
        <p>
          <strong>{browser}</strong> {one.is_current && <span className="tag">{t('sessions.current')}</span>}
        </p>
        <p className="small">
          {t('sessions.since', { time: times.format(Date.parse(one.created_at)), address: one.ip ?? '–' })}
        </p>
      </div>
      {!one.is_current && (
        <ActionButton mutation={end}>
          {t('sessions.end')}
          <span className="visually-hidden"> {browser}</span>
        </ActionButton>
      )}
    </li>
  );
}

function EndAll() {
  const t = useTranslate();
  const [keepKeys, setKeepKeys] = useState(false);
  const endAll = useMutation({
    mutationFn: async () => {
      await connection.answer({ method: 'DELETE', path: '/v1/auth/sessions', json: { keep_api_keys: keepKeys } });
      await session.signOut();
    },
  });
  return (
    <div className="form">
      <label className="check">
        <input type="checkbox" checked={keepKeys} onChange={(event) => setKeepKeys(event.currentTarget.checked)} />
        <span>{t('keys.keep')}</span>
      </label>
      <div className="buttons">
        <ActionButton mutation={endAll} look="danger">
          {t('sessions.endAll')}
        </ActionButton>
      </div>
    </div>
  );
}
