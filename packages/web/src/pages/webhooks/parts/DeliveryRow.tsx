import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { connection } from '../../../api/api.ts';
import type { Delivery, DeliveryLine } from '../../../api/types.ts';
import { type Translate, useTranslate } from '../../../i18n/translate.ts';
import { ActionButton } from '../../../shared/ActionButton.tsx';
import { timeText } from '../../../shared/format.ts';
import { QueryState } from '../../../shared/QueryState.tsx';

interface DeliveryRowProps {
  readonly line: DeliveryLine;
  /** Of the webhook in the API. */
  readonly path: string;
}

/** One event on its way: in short, and on a press with all that was sent and answered. */
export function DeliveryRow({ line, path }: DeliveryRowProps) {
  const t = useTranslate();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const redeliver = useMutation({
    mutationFn: () =>
      connection.answer({ method: 'POST', path: `${path}/deliveries/${line.id}/redeliver`, creates: true }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  const time = timeText(line.created_at, t.locale);
  return (
    <li className="row">
      <div>
        <h2 className="row-name">
          <code>{line.event}</code>{' '}
          <span className={line.status === 'failed' ? 'tag tag-warning' : 'tag'}>
            {t(`deliveryState.${line.status}`)}
          </span>
        </h2>
        <p className="small">
          {time} · {t.plural('deliveries.attempts', line.attempt)}
          {line.response_status !== null && ` · HTTP ${line.response_status}`}
          {line.duration_ms !== null && ` · ${millisecondsText(line.duration_ms, t)}`}
        </p>
      </div>
      <div className="buttons">
        <button type="button" className="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('deliveries.details')}
          <span className="visually-hidden">
            {' '}
            {line.event}, {time}
          </span>
        </button>
        {(line.status === 'delivered' || line.status === 'failed') && (
          <ActionButton mutation={redeliver}>
            {t('deliveries.again')}
            <span className="visually-hidden">
              {' '}
              {line.event}, {time}
            </span>
          </ActionButton>
        )}
      </div>
      {isOpen && <Details path={`${path}/deliveries/${line.id}`} />}
    </li>
  );
}

const millisecondsText = (ms: number, t: Translate): string =>
  new Intl.NumberFormat(t.locale, { style: 'unit', unit: 'millisecond' }).format(ms);

function Details({ path }: { path: string }) {
  const t = useTranslate();
  const delivery = useQuery({
    queryKey: ['webhooks', path],
    queryFn: ({ signal }) => connection.json<Delivery>({ method: 'GET', path, signal }),
  });
  return (
    <div className="delivery">
      <QueryState query={delivery}>
        {(given) => (
          <>
            <h3>{t('deliveries.every')}</h3>
            <ol className="evidence-lines">
              {given.attempts.map((attempt) => (
                <li key={attempt.attempt}>
                  {timeText(attempt.started_at, t.locale)} ·{' '}
                  {attempt.response_status === null ? (attempt.error ?? '…') : `HTTP ${attempt.response_status}`}
                  {attempt.duration_ms !== null && ` · ${millisecondsText(attempt.duration_ms, t)}`}
                </li>
              ))}
            </ol>
            {given.next_attempt_at && (
              <p>{t('deliveries.next', { time: timeText(given.next_attempt_at, t.locale) })}</p>
            )}
            <Body title={t('deliveries.sent')} text={given.request_body} />
            {given.response_body !== null && <Body title={t('deliveries.answered')} text={given.response_body} />}
          </>
        )}
      </QueryState>
    </div>
  );
}

function Body({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h3>{title}</h3>
      {/* Focusable, so that the keyboard can scroll it. */}
      <pre className="body-text" tabIndex={0} role="region" aria-label={title}>
        <code>{text}</code>
      </pre>
    </>
  );
}
