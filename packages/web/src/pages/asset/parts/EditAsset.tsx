import type { Asset } from '@assay/sdk/types';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Field } from '../../../shared/form/Field.tsx';
import { Form } from '../../../shared/form/Form.tsx';
import { tagsOf } from '../../../shared/form/tagsOf.ts';
import { useForm } from '../../../shared/form/useForm.ts';

export function EditAsset({ asset }: { asset: Asset }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const [isSaved, setSaved] = useState(false);
  const form = useForm({
    check: () => ({}),
    send: async ({ title = '', description = '', tags = '' }) => {
      setSaved(false);
      const text = (given: string) => (given.trim() === '' ? null : given.trim());
      const patch = { title: text(title), description: text(description), tags: tagsOf(tags) };
      const path = `/v1/assets/${asset.id}`;
      queries.setQueryData(['assets', asset.id], await connection.json<Asset>({ method: 'PATCH', path, json: patch }));
      await queries.invalidateQueries({ queryKey: ['assets'] });
      setSaved(true);
    },
  });
  return (
    <section aria-labelledby="edit-heading">
      <h2 id="edit-heading">{t('edit.title')}</h2>
      <Form form={form} submit={t('form.save')} done={isSaved ? t('form.saved') : ''}>
        <Field label={t('edit.name')} name="title" defaultValue={asset.title ?? ''} maxLength={500} />
        <Field label={t('edit.description')} name="description" defaultValue={asset.description ?? ''} />
        <Field label={t('upload.tags')} name="tags" hint={t('upload.tagsHint')} defaultValue={asset.tags.join(', ')} />
      </Form>
    </section>
  );
}
