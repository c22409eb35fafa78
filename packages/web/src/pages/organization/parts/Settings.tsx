import type { Organization } from '@assay/sdk/types';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Field } from '../../../shared/form/Field.tsx';
import { Form } from '../../../shared/form/Form.tsx';
import { SelectField } from '../../../shared/form/SelectField.tsx';
import { useForm } from '../../../shared/form/useForm.ts';
import { NUMBERS, numberProblem, settingsOf } from '../settings.ts';

const PLANS = ['free', 'pro', 'enterprise'] as const satisfies readonly Organization['plan'][];

/** What holds for everybody in the organization: name, who may check against it, how long checks are kept, limits. */
export function Settings({ organization }: { organization: Organization }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const [isSaved, setSaved] = useState(false);
  const form = useForm({
    check: (fields) => ({
      ...(fields['called']?.trim() ? {} : { called: t('organization.nameMissing') }),
      ...Object.fromEntries(
        NUMBERS.filter((name) => numberProblem(fields[name] ?? '')).map((name) => [name, t('settings.number')]),
      ),
    }),
    send: async (fields) => {
      setSaved(false);
      await connection.json<Organization>({
        method: 'PATCH',
        path: `/v1/organizations/${organization.id}`,
        json: settingsOf(fields, organization),
      });
      await queries.invalidateQueries({ queryKey: ['organizations'] });
      setSaved(true);
    },
    problemOf: ({ fields }) => {
      const own = (fields ?? []).flatMap(({ field, message }) =>
        field && (NUMBERS as readonly string[]).includes(field) ? [[field, message] as const] : [],
      );
      return own.length > 0 ? Object.fromEntries(own) : null;
    },
  });
  return (
    <section aria-labelledby="settings-heading">
      <h2 id="settings-heading">{t('settings.title')}</h2>
      <Form form={form} submit={t('form.save')} done={isSaved ? t('form.saved') : ''}>
        <Field label={t('settings.called')} name="called" defaultValue={organization.name} maxLength={255} />
        {organization.role === 'owner' && (
          <SelectField
            label={t('settings.plan')}
            name="plan"
            defaultValue={organization.plan}
            options={PLANS.map((plan) => [plan, t(`settings.plan.${plan}`)] as const)}
          />
        )}
        <label className="check">
          <input type="checkbox" name="public_verification" defaultChecked={organization.public_verification} />
          <span>{t('settings.public_verification')}</span>
        </label>
        <label className="check">
          <input type="checkbox" name="public_asset_ids" defaultChecked={organization.public_asset_ids} />
          <span>{t('settings.public_asset_ids')}</span>
        </label>
        {/* Another plan allows other numbers. */}
        <Limits key={organization.effective_plan} organization={organization} />
      </Form>
    </section>
  );
}

/** How long checks are kept, and at most how many of what. */
function Limits({ organization }: { organization: Organization }) {
  const t = useTranslate();
  return NUMBERS.map((name) => (
    <Field
      key={name}
      label={t(`settings.${name}`)}
      hint={t(name === 'retention_days' ? 'settings.retentionHint' : 'settings.limitHint')}
      name={name}
      inputMode="numeric"
      defaultValue={organization[name] ?? ''}
    />
  ));
}
