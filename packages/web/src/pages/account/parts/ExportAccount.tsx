import { useMutation } from '@tanstack/react-query';
import { connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { ActionButton } from '../../../shared/ActionButton.tsx';
import { saveFile } from '../../../shared/saveFile.ts';

/** Everything that is kept of the person, as one file. */
export function ExportAccount() {
  const t = useTranslate();
  const all = useMutation({
    mutationFn: async () => {
      const { body } = await connection.answer({ method: 'GET', path: '/v1/auth/me/export' });
      saveFile(body, 'assay-export.zip');
    },
  });
  return (
    <section aria-labelledby="export-heading">
      <h2 id="export-heading">{t('exportAccount.title')}</h2>
      <p>{t('exportAccount.text')}</p>
      <div className="buttons">
        <ActionButton mutation={all}>{t('exportAccount.do')}</ActionButton>
      </div>
      <p role="status" className="small">
        {all.isSuccess && t('exportAccount.done')}
      </p>
    </section>
  );
}
