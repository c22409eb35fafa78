import { useQuery, useQueryClient } from '@tanstack/react-query';
import { connection } from '../../../api/api.ts';
import { wholeList } from '../../../api/wholeList.ts';
import type { WebhookEvent, WebhookWithSecret } from '../../../api/types.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Field } from '../../../shared/form/Field.tsx';
import { Form } from '../../../shared/form/Form.tsx';
import { useForm } from '../../../shared/form/useForm.ts';
import { QueryState } from '../../../shared/QueryState.tsx';

const ALL = '*';
/** Fields of events are told apart from the others by it. */
const PREFIX = 'event:';

const eventsOf = (fields: Readonly<Record<string, string>>): readonly string[] => {
  const chosen = Object.keys(fields).flatMap((name) => (name.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : []));
  return chosen.includes(ALL) ? [ALL] : chosen;
};

export function NewWebhook({ onMade }: { onMade: (made: WebhookWithSecret) => void }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const form = useForm({
    check: (fields) => ({
      ...(URL.canParse((fields['url'] ?? '').trim()) ? {} : { url: t('newWebhook.urlMissing') }),
      ...(eventsOf(fields).length === 0 ? { [PREFIX + ALL]: t('newWebhook.eventMissing') } : {}),
    }),
    send: async (fields) => {
      const { url = '', description = '' } = fields;
      const made = await connection.json<WebhookWithSecret>({
        method: 'POST',
        path: '/v1/webhooks/',
        json: { url: url.trim(), events: eventsOf(fields), description: description.trim() || null },
        creates: true,
      });
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
      onMade(made);
    },
    problemOf: ({ code, detail, fields }) =>
      code === 'WEBHOOK_URL_BLOCKED' || fields.some(({ field }) => field === 'url')
        ? { url: t('newWebhook.urlRefused', { detail }) }
        : null,
  });
  return (
    <section aria-labelledby="new-webhook-heading">
      <h2 id="new-webhook-heading">{t('newWebhook.title')}</h2>
      <Form form={form} submit={t('newWebhook.create')}>
        <Field label={t('newWebhook.url')} name="url" type="url" autoComplete="off" hint={t('newWebhook.urlHint')} />
        <Field label={t('newWebhook.description')} name="description" maxLength={500} />
        <fieldset className="choices">
          <legend>{t('newWebhook.events')}</legend>
          {form.problems[PREFIX + ALL] && <p className="field-problem">{form.problems[PREFIX + ALL]}</p>}
          <label className="check">
            <input type="checkbox" name={PREFIX + ALL} defaultChecked />
            <span>{t('newWebhook.all')}</span>
          </label>
          <Events />
        </fieldset>
      </Form>
    </section>
  );
}

/** Those that are sent, with the service's own words for when. */
function Events() {
  const t = useTranslate();
  const events = useQuery({
    queryKey: ['webhookEvents'],
    queryFn: ({ signal }) => wholeList<WebhookEvent>(connection, '/v1/webhooks/events', signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <details className="more">
      <summary>{t('newWebhook.some')}</summary>
      <QueryState query={events}>
        {({ items }) => (
          <div className="choices">
            {items
              .filter(({ sent }) => sent)
              .map(({ event, sent_when: when }) => (
                <label key={event} className="check">
                  <input type="checkbox" name={PREFIX + event} />
                  <span>
                    <code>{event}</code>{' '}
                    <span className="small" lang="en">
                      {when}
                    </span>
                  </span>
                </label>
              ))}
          </div>
        )}
      </QueryState>
    </details>
  );
}
