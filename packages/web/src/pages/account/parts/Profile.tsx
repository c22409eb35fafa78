import type { Me } from '@assay/sdk/types';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Field } from '../../../shared/form/Field.tsx';
import { useForm } from '../../../shared/form/useForm.ts';
import { accountProblem } from '../fields.ts';
import { Form } from '../../../shared/form/Form.tsx';

export function Profile({ me }: { me: Me }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const [isSaved, setSaved] = useState(false);
  const form = useForm({
    check: () => ({}),
    send: async ({ full_name = '' }) => {
      setSaved(false);
      const changed = await connection.json<Me>({
        method: 'PATCH',
        path: '/v1/auth/me',
        json: { full_name: full_name.trim() === '' ? null : full_name.trim() },
      });
      queries.setQueryData(['me'], changed);
      setSaved(true);
    },
    problemOf: (refusal) => accountProblem(refusal, t),
  });
  const days = new Intl.DateTimeFormat(t.locale, { dateStyle: 'long' });
  return (
    <section aria-labelledby="profile-heading">
      <h2 id="profile-heading">{t('profile.title')}</h2>
      <dl className="facts">
        <dt>{t('account.email')}</dt>
        <dd>{me.email}</dd>
        <dt>{t('profile.since')}</dt>
        <dd>{days.format(Date.parse(me.created_at))}</dd>
      </dl>
      <Form form={form} submit={t('form.save')} done={isSaved ? t('form.saved') : ''}>
        <Field label={t('account.name')} name="full_name" autoComplete="name" defaultValue={me.full_name ?? ''} />
      </Form>
    </section>
  );
}
