import type { Asset, FileCheck as Checked } from '@assay/sdk/types';
import { useMutation } from '@tanstack/react-query';
import { connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { ActionButton } from '../../../shared/ActionButton.tsx';

/** Whether the stored files still are what their hashes say, read again on demand. */
export function FileCheck({ asset }: { asset: Asset }) {
  const t = useTranslate();
  const check = useMutation({
    mutationFn: () =>
      connection.json<Checked>({ method: 'POST', path: `/v1/storage/assets/${asset.id}/check`, json: {} }),
  });
  const damaged = check.data?.files.filter(({ state }) => state !== 'intact') ?? [];
  return (
    <div className="buttons">
      <ActionButton mutation={check}>{t('files.check')}</ActionButton>
      <p role="status" className={damaged.length > 0 ? 'field-problem' : 'small'}>
        {check.data?.intact && t.plural('files.intact', check.data.files.length)}
        {damaged.map(({ variant, state }) => `${variant}: ${t(`files.state.${state}`)}`).join(' · ')}
      </p>
    </div>
  );
}
