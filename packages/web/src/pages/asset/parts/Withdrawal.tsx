import type { Asset } from '@assay/sdk/types';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { ActionButton } from '../../../shared/ActionButton.tsx';
import { Field } from '../../../shared/form/Field.tsx';
import { Form } from '../../../shared/form/Form.tsx';
import { useForm } from '../../../shared/form/useForm.ts';

/** Whoever checks the picture is told that its owner no longer stands by it; nothing is deleted. */
export function Withdrawal({ asset }: { asset: Asset }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const change = async (path: string, json?: object) => {
    const changed = await connection.json<Asset>({
      method: 'POST',
      path: `/v1/assets/${asset.id}/${path}`,
      json,
      creates: true,
    });
    queries.setQueryData(['assets', asset.id], changed);
    await queries.invalidateQueries({ queryKey: ['assets'] });
  };
  const restore = useMutation({ mutationFn: () => change('restore') });
  const form = useForm({
    check: ({ reason = '' }) => (reason.trim() === '' ? { reason: t('withdraw.reasonMissing') } : {}),
    send: ({ reason = '' }) => change('revoke', { reason: reason.trim() }),
  });
  return (
    <section aria-labelledby="withdraw-heading">
      <h2 id="withdraw-heading">{t(asset.revoked_at ? 'restore.title' : 'withdraw.title')}</h2>
      <p>{t(asset.revoked_at ? 'restore.text' : 'withdraw.text')}</p>
      {asset.revoked_at ? (
        <div className="buttons">
          <ActionButton mutation={restore}>{t('restore.do')}</ActionButton>
        </div>
      ) : (
        <Form form={form} submit={t('withdraw.do')} look="danger">
          <Field label={t('withdraw.reason')} name="reason" />
        </Form>
      )}
    </section>
  );
}
