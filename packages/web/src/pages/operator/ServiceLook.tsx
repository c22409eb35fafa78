import type { OperatorView } from '@assay/sdk/types';
import { PermissionError } from '@assay/sdk/errors';
import { useQuery } from '@tanstack/react-query';
import { connection } from '../../api/api.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { timeText } from '../../shared/format.ts';
import { QueryState } from '../../shared/QueryState.tsx';
import { CountTable } from './CountTable.tsx';

/** What waits, failed and is searched in the whole service, the models and stray files; to operators alone. */
export function ServiceLook({ everyMs }: { everyMs: number }) {
  const t = useTranslate();
  const look = useQuery({
    queryKey: ['operator'],
    queryFn: ({ signal }) => connection.json<OperatorView>({ method: 'GET', path: '/v1/operator', signal }),
    refetchInterval: everyMs,
  });
  if (look.error instanceof PermissionError) return <p>{t('operator.forbidden')}</p>;
  return (
    <QueryState query={look}>
      {(given) => (
        <>
          <CountTable part="waiting" counts={given.waiting} />
          <CountTable part="failures" counts={given.failed} />
          <CountTable part="index" counts={given.index} />
          <Models models={given.models} />
          <FilesAside look={given} />
        </>
      )}
    </QueryState>
  );
}

function Models({ models }: { models: OperatorView['models'] }) {
  const t = useTranslate();
  const lines = [
    [t('operator.modelVersion'), models.version],
    [t('operator.embedding'), models.embedding],
    ...models.files.map(({ name, sha256 }) => [t('operator.modelFile', { name }), sha256]),
  ];
  return (
    <section aria-labelledby="models-heading">
      <h2 id="models-heading">{t('operator.models')}</h2>
      <p>{t('operator.modelsText')}</p>
      <dl className="facts">
        {lines.map(([label, text]) => (
          <div key={label} className="facts-line">
            <dt>{label}</dt>
            <dd>
              <code>{text}</code>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function FilesAside({ look }: { look: OperatorView }) {
  const t = useTranslate();
  return (
    <section aria-labelledby="aside-heading">
      <h2 id="aside-heading">{t('operator.aside')}</h2>
      <p>{t('operator.asideText', { days: look.quarantine_days })}</p>
      {look.files_aside.length === 0 ? (
        <p>{t('operator.asideNone')}</p>
      ) : (
        <dl className="facts">
          {look.files_aside.map(({ reason, assets, oldest }) => (
            <div key={reason} className="facts-line">
              <dt>{t(reason === 'upload failed' ? 'operator.aside.upload' : 'operator.aside.row')}</dt>
              <dd>{t('operator.asideOldest', { count: assets, time: timeText(oldest, t.locale) })}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
