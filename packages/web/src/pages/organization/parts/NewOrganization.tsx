import type { Organization } from '@assay/sdk/types';
import { connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { useChooseOrganization } from '../../../session/useOrganization.ts';
import { Field } from '../../../shared/form/Field.tsx';
import { Form } from '../../../shared/form/Form.tsx';
import { useForm } from '../../../shared/form/useForm.ts';

/** Whoever makes one works in it from then on. */
export function NewOrganization() {
  const t = useTranslate();
  const choose = useChooseOrganization();
  const form = useForm({
    check: ({ name = '' }) => (name.trim() === '' ? { name: t('organization.nameMissing') } : {}),
    send: async ({ name = '' }) => {
      const made = await connection.json<Organization>({
        method: 'POST',
        path: '/v1/organizations/',
        json: { name: name.trim() },
        creates: true,
      });
      await choose(made);
    },
  });
  return (
    <section aria-labelledby="new-organization-heading">
      <h2 id="new-organization-heading">{t('organization.new')}</h2>
      <Form form={form} submit={t('organization.create')}>
        <Field label={t('organization.name')} name="name" maxLength={255} />
      </Form>
    </section>
  );
}
