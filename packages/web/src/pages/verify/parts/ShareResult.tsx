import { useMutation } from '@tanstack/react-query';
import { connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { useSession } from '../../../session/useSession.ts';
import { ActionButton } from '../../../shared/ActionButton.tsx';
import { saveFile } from '../../../shared/saveFile.ts';
import { LinkTools, PlainAddress } from '../../../shared/share/LinkTools.tsx';
import { ShareLinks } from '../../../shared/share/ShareLinks.tsx';

/** The ways to hand a result on: strangers have its address, who signed in makes links that can be revoked. */
export function ShareResult({ id }: { id: string }) {
  const t = useTranslate();
  const { state } = useSession();
  const url = `${window.location.origin}/r/${id}`;
  return (
    <section className="share" aria-labelledby="share-heading">
      <h2 id="share-heading">{t('share.heading')}</h2>
      {state === 'nobody' && (
        <>
          <p>{t('share.permalink')}</p>
          <LinkTools url={url} />
        </>
      )}
      {state === 'signedIn' && (
        <>
          <p>{t('share.private')}</p>
          <PlainAddress url={url} />
          <ShareLinks path={`/v1/verify/${id}/share`} />
          <ReportButton id={id} />
        </>
      )}
    </section>
  );
}

/** The result with its digest, to be kept. */
function ReportButton({ id }: { id: string }) {
  const t = useTranslate();
  const report = useMutation({
    mutationFn: async () => {
      const { body } = await connection.answer({ method: 'GET', path: `/v1/verify/${id}/report.json` });
      saveFile(body, `assay-report-${id}.json`);
    },
  });
  return (
    <div className="buttons">
      <ActionButton mutation={report}>{t('share.report')}</ActionButton>
    </div>
  );
}
