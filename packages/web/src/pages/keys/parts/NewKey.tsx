import type { MadeApiKey } from '@assay/sdk/types';
import { useQueryClient } from '@tanstack/react-query';
import type { Ref } from 'react';
import { connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Field } from '../../../shared/form/Field.tsx';
import { Form } from '../../../shared/form/Form.tsx';
import { SelectField } from '../../../shared/form/SelectField.tsx';
import { useForm } from '../../../shared/form/useForm.ts';
import { daysOf, LIFETIMES, SCOPES, scopeWords } from '../scopes.ts';

/** What most programs need: to ask, and to look. */
const USUAL: readonly string[] = ['verify', 'read'];

interface NewKeyProps {
  /** Of the section with its form. */
  readonly ref: Ref<HTMLElement>;
  readonly onMade: (made: MadeApiKey) => void;
}

export function NewKey({ ref, onMade }: NewKeyProps) {
  const t = useTranslate();
  const queries = useQueryClient();
  const scopesOf = (fields: Readonly<Record<string, string>>) => SCOPES.filter((scope) => fields[scope] !== undefined);
  const form = useForm({
    check: (fields) => ({
      ...((fields['name'] ?? '').trim() === '' ? { name: t('newKey.nameMissing') } : {}),
      ...(scopesOf(fields).length === 0 ? { verify: t('newKey.scopeMissing') } : {}),
    }),
    send: async (fields) => {
      const { name = '', lifetime = '' } = fields;
      const made = await connection.json<MadeApiKey>({
        method: 'POST',
        path: '/v1/api-keys/',
        json: { name: name.trim(), scopes: scopesOf(fields), expires_in_days: daysOf(lifetime) },
        creates: true,
      });
      await queries.invalidateQueries({ queryKey: ['keys'] });
      onMade(made);
    },
  });
  return (
    <section ref={ref} aria-labelledby="new-key-heading">
      <h2 id="new-key-heading">{t('newKey.title')}</h2>
      <Form form={form} submit={t('newKey.create')}>
        <Field label={t('newKey.name')} name="name" hint={t('newKey.nameHint')} />
        <fieldset className="choices">
          <legend>{t('newKey.scopes')}</legend>
          {form.problems['verify'] && <p className="field-problem">{form.problems['verify']}</p>}
          {SCOPES.map((scope) => (
            <label key={scope} className="check">
              <input type="checkbox" name={scope} defaultChecked={USUAL.includes(scope)} />
              <span>{scopeWords(scope, t)}</span>
            </label>
          ))}
        </fieldset>
        <SelectField
          label={t('newKey.lifetime')}
          name="lifetime"
          options={LIFETIMES.map((id) => [id, t(`newKey.lifetime.${id}`)] as const)}
        />
      </Form>
    </section>
  );
}
