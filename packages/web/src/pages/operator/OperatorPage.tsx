import type { Asset, Health, Page } from '@assay/sdk/types';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ADDRESS } from '../../addresses.ts';
import { connection } from '../../api/api.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { timeText } from '../../shared/format.ts';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { QueryState } from '../../shared/QueryState.tsx';
import { DisputeQueue } from './DisputeQueue.tsx';
import { ServiceLook } from './ServiceLook.tsx';

/** As often as a person looks again, ms. */
const AGAIN_MS = 15_000;

const COMMANDS = ['backup', 'restore', 'store'] as const;

/** How the service is, for whoever runs it. */
export function OperatorPage() {
  const t = useTranslate();
  const health = useQuery({
    queryKey: ['health'],
    // A service that is not well says so with 503 and the same members.
    queryFn: async ({ signal }) => (await (await fetch('/health', { signal })).json()) as Health,
    refetchInterval: AGAIN_MS,
  });
  return (
    <>
      <PageHeading title={t('operator.title')} />
      <div className="sections">
        <p>{t('operator.text')}</p>
        <QueryState query={health}>{(given) => <HealthFacts health={given} />}</QueryState>
        <DisputeQueue />
        <ServiceLook everyMs={AGAIN_MS} />
        <FailedUploads />
        <section aria-labelledby="commands-heading">
          <h2 id="commands-heading">{t('operator.commands')}</h2>
          <p>{t('operator.commandsText')}</p>
          <dl className="facts">
            {COMMANDS.map((name) => (
              <div key={name} className="facts-line">
                <dt>
                  <code>assay {name}</code>
                </dt>
                <dd>{t(`operator.command.${name}`)}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </>
  );
}

function HealthFacts({ health }: { health: Health }) {
  const t = useTranslate();
  const checks = Object.entries(health.checks) as [keyof Health['checks'], Health['checks'][keyof Health['checks']]][];
  return (
    <>
      <section aria-labelledby="status-heading">
        <h2 id="status-heading">{t('operator.status')}</h2>
        <p className="lead" role="status">
          {t(`operator.status.${health.status}`)}
        </p>
        <dl className="facts">
          <dt>{t('operator.version')}</dt>
          <dd>{health.version}</dd>
        </dl>
        <p className="small">{t('operator.asOf', { time: timeText(health.timestamp, t.locale) })}</p>
      </section>
      <section aria-labelledby="parts-heading">
        <h2 id="parts-heading">{t('operator.parts')}</h2>
        <ul className="rows">
          {checks.map(([part, check]) => (
            <li key={part} className="row">
              <div>{t(`operator.part.${part}`)}</div>
              <span className={check === 'unhealthy' ? 'tag tag-warning' : 'tag'}>{t(`operator.check.${check}`)}</span>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="problems-heading">
        <h2 id="problems-heading">{t('operator.problems')}</h2>
        {health.problems.length === 0 ? (
          <p>{t('operator.noProblems')}</p>
        ) : (
          <ul className="evidence-lines" lang="en">
            {health.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

function FailedUploads() {
  const t = useTranslate();
  const failed = useQuery({
    queryKey: ['assets', 'failed'],
    queryFn: ({ signal }) =>
      connection.json<Page<Asset>>({
        method: 'GET',
        path: '/v1/assets/',
        query: { status: 'failed', page_size: 1 },
        signal,
      }),
  });
  return (
    <section aria-labelledby="failed-heading">
      <h2 id="failed-heading">{t('operator.failed')}</h2>
      <QueryState query={failed}>
        {({ total }) => (
          <>
            <p>{t('operator.failedText', { count: total })}</p>
            {total > 0 && (
              <p>
                <Link to={ADDRESS.gallery} search={{ status: 'failed' }}>
                  {t('operator.seeFailed')}
                </Link>
              </p>
            )}
          </>
        )}
      </QueryState>
    </section>
  );
}
