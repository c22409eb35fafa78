import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { useSession } from '../../../session/useSession.ts';
import { ActionButton } from '../../../shared/ActionButton.tsx';
import { saveFile } from '../../../shared/saveFile.ts';
import { LinkTools, PlainAddress } from '../../../shared/share/LinkTools.tsx';

/** Strangers make no links, so they do not load how. */
const ShareLinks = lazy(async () => ({ default: (await import('../../../shared/share/ShareLinks.tsx')).ShareLinks }));

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
          <Reports id={id} />
        </>
      )}
      {state === 'signedIn' && (
        <>
          <p>{t('share.private')}</p>
          <PlainAddress url={url} />
          <Suspense fallback={<p className="small">{t('query.loading')}</p>}>
            <ShareLinks path={`/v1/verify/${id}/share`} />
          </Suspense>
          <Reports id={id} />
        </>
      )}
    </section>
  );
}

/** To read, for programs, and with everything that the verdict rests on. */
const FILES = [
  { name: 'report.pdf', words: 'share.reportPdf' },
  { name: 'report.json', words: 'share.report' },
  { name: 'evidence.zip', words: 'share.evidence' },
] as const;

/** The result as files to be kept, in the language of the page. */
function Reports({ id }: { id: string }) {
  return (
    <div className="buttons">
      {FILES.map(({ name, words }) => (
        <ReportButton key={name} id={id} name={name} words={words} />
      ))}
    </div>
  );
}

interface ReportButtonProps extends Pick<(typeof FILES)[number], 'name' | 'words'> {
  readonly id: string;
}

function ReportButton({ id, name, words }: ReportButtonProps) {
  const t = useTranslate();
  const report = useMutation({
    mutationFn: async () => {
      const query = name === 'report.pdf' ? { lang: document.documentElement.lang } : {};
      const { body } = await connection.answer({ method: 'GET', path: `/v1/verify/${id}/${name}`, query });
      saveFile(body, `assay-${name.replace('.', `-${id}.`)}`);
    },
  });
  return <ActionButton mutation={report}>{t(words)}</ActionButton>;
}
