import type { Asset } from '@assay/sdk/types';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ADDRESS } from '../../../addresses.ts';
import { connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { nameOf } from '../../../shared/assetName.ts';
import { Field } from '../../../shared/form/Field.tsx';
import { Form } from '../../../shared/form/Form.tsx';
import { useForm } from '../../../shared/form/useForm.ts';

/** Cannot be undone, so a press alone is not enough. */
export function DeleteAsset({ asset }: { asset: Asset }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const name = nameOf(asset, t);
  const form = useForm({
    check: ({ confirmation = '' }) =>
      confirmation.trim() === name.trim() ? {} : { confirmation: t('delete.mismatch', { name }) },
    send: async () => {
      await connection.answer({ method: 'DELETE', path: `/v1/assets/${asset.id}` });
      await navigate({ to: ADDRESS.gallery });
      queries.removeQueries({ queryKey: ['assets', asset.id] });
      await queries.invalidateQueries({ queryKey: ['assets'] });
    },
  });
  return (
    <section aria-labelledby="delete-heading">
      <h2 id="delete-heading">{t('delete.title')}</h2>
      <p>{t('delete.text')}</p>
      <Form form={form} submit={t('delete.do')} look="danger">
        <Field label={t('delete.confirm', { name })} name="confirmation" autoComplete="off" />
      </Form>
    </section>
  );
}
