import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ADDRESS } from '../../../addresses.ts';
import { connection } from '../../../api/api.ts';
import type { Webhook, WebhookWithSecret } from '../../../api/types.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { ActionButton } from '../../../shared/ActionButton.tsx';
import { dayText, timeText } from '../../../shared/format.ts';
import { SureButton } from '../../../shared/SureButton.tsx';

interface WebhookRowProps {
  readonly webhook: Webhook;
  readonly onMade: (made: WebhookWithSecret) => void;
}

const stateOf = ({ active, disabled_reason: reason, failing_since: since }: Webhook) => {
  if (reason !== null) return reason;
  if (!active) return 'off';
  return since === null ? 'active' : 'failingNow';
};

/** One address: what it hears of, how it is, and what may be done with it. */
export function WebhookRow({ webhook, onMade }: WebhookRowProps) {
  const t = useTranslate();
  const state = stateOf(webhook);
  const events = webhook.events.includes('*') ? t('newWebhook.all') : webhook.events.join(', ');
  return (
    <li className="row row-stacked">
      <div>
        <h3>
          {webhook.url}{' '}
          <span className={state === 'active' ? 'tag' : 'tag tag-warning'}>{t(`webhookState.${state}`)}</span>
        </h3>
        {webhook.description && <p>{webhook.description}</p>}
        <p className="small">{events}</p>
        <p className="small">
          {t('keys.made', { day: dayText(webhook.created_at, t.locale) })}{' '}
          {webhook.failing_since && t('webhooks.failingSince', { time: timeText(webhook.failing_since, t.locale) })}
        </p>
        <Link to={ADDRESS.webhook} params={{ webhookId: webhook.id }}>
          {t('webhooks.log')}
          <span className="visually-hidden"> {webhook.url}</span>
        </Link>
      </div>
      <WebhookDeeds webhook={webhook} onMade={onMade} />
    </li>
  );
}

function WebhookDeeds({ webhook, onMade }: WebhookRowProps) {
  const t = useTranslate();
  const queries = useQueryClient();
  const [isTested, setTested] = useState(false);
  const path = `/v1/webhooks/${webhook.id}`;
  const fresh = () => queries.invalidateQueries({ queryKey: ['webhooks'] });
  const test = useMutation({
    mutationFn: () => connection.answer({ method: 'POST', path: `${path}/test`, creates: true }),
    onSuccess: () => setTested(true),
  });
  const toggle = useMutation({
    mutationFn: () => connection.answer({ method: 'PATCH', path, json: { active: !webhook.active } }),
    onSuccess: fresh,
  });
  const rotate = useMutation({
    mutationFn: () =>
      connection.json<WebhookWithSecret>({ method: 'POST', path: `${path}/rotate-secret`, creates: true }),
    onSuccess: onMade,
  });
  const remove = useMutation({ mutationFn: () => connection.answer({ method: 'DELETE', path }), onSuccess: fresh });
  const ofIt = <span className="visually-hidden"> {webhook.url}</span>;
  return (
    <div className="buttons">
      <ActionButton mutation={test}>
        {t('webhooks.test')}
        {ofIt}
      </ActionButton>
      <ActionButton mutation={toggle}>
        {t(webhook.active ? 'webhooks.pause' : 'webhooks.resume')}
        {ofIt}
      </ActionButton>
      <ActionButton mutation={rotate}>
        {t('webhooks.rotate')}
        {ofIt}
      </ActionButton>
      <SureButton
        mutation={remove}
        words={t('webhooks.delete')}
        sureWords={t('webhooks.deleteSure')}
        of={webhook.url}
      />
      <p role="status" className="small">
        {isTested && t('webhooks.tested')}
      </p>
    </div>
  );
}
