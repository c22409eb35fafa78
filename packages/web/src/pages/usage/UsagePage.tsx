import type { Usage } from '@assay/sdk/types';
import { useQuery } from '@tanstack/react-query';
import { connection } from '../../api/api.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { useActingId } from '../../session/useOrganization.ts';
import { bytesText, dayText, timeText } from '../../shared/format.ts';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { QueryState } from '../../shared/QueryState.tsx';
import { DaysChart } from './parts/DaysChart.tsx';
import { FailingWebhooks } from './parts/FailingWebhooks.tsx';
import { FirstSteps } from './parts/FirstSteps.tsx';
import { LastChecks } from './parts/LastChecks.tsx';

/** What of the quotas is used and when they begin anew, what was checked last, what fails; at the start, what to begin with. */
export function UsagePage() {
  const t = useTranslate();
  const id = useActingId();
  const usage = useQuery({
    queryKey: ['usage', id],
    queryFn: ({ signal }) =>
      connection.json<Usage>({
        method: 'GET',
        path: `/v1/organizations/${id}/usage`,
        query: { granularity: 'day' },
        signal,
      }),
    enabled: id !== undefined,
  });
  return (
    <>
      <PageHeading title={t('usage.title')} />
      <QueryState query={usage}>
        {(given) => (
          <div className="sections">
            <FirstSteps usage={given} />
            <section aria-labelledby="quotas-heading">
              <h2 id="quotas-heading">{t('usage.quotas')}</h2>
              <p>{t('usage.resets', { time: timeText(given.resets_at, t.locale) })}</p>
              <Bars usage={given} />
            </section>
            <FailingWebhooks />
            <LastChecks />
            <Days usage={given} />
          </div>
        )}
      </QueryState>
    </>
  );
}

function Bars({ usage }: { usage: Usage }) {
  const t = useTranslate();
  const number = (value: number) => new Intl.NumberFormat(t.locale).format(value);
  const bytes = (value: number) => bytesText(value, t.locale);
  const bars = [
    ['today', usage.verifications_today, usage.verifications_per_day_limit, number],
    ['verifications', usage.verifications_count, usage.verifications_limit, number],
    ['uploads', usage.uploads_count, usage.uploads_limit, number],
    ['storage', usage.storage_used_bytes, usage.storage_limit_bytes, bytes],
    ['assets', usage.assets_count, usage.assets_limit, number],
  ] as const;
  return (
    <dl className="bars">
      {bars.map(([name, used, limit, text]) => {
        const isBound = limit >= 0 && Number.isSafeInteger(limit) && limit < Number.MAX_SAFE_INTEGER;
        return (
          <div key={name}>
            <dt>{t(`usage.${name}`)}</dt>
            <dd>
              {isBound && <meter min={0} max={Math.max(limit, 1)} high={limit * 0.8} value={used} aria-hidden="true" />}
              {isBound
                ? t('usage.of', { used: text(used), limit: text(limit) })
                : t('usage.unbound', { used: text(used) })}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** A chart for the eye, and its numbers for everybody. */
function Days({ usage }: { usage: Usage }) {
  const t = useTranslate();
  const days = usage.history.slice(-31);
  return (
    <section aria-labelledby="days-heading">
      <h2 id="days-heading">{t('usage.days')}</h2>
      {days.length === 0 ? (
        <p>{t('usage.noDays')}</p>
      ) : (
        <>
          <DaysChart history={days} />
          <table className="days">
            <thead>
              <tr>
                <th scope="col">{t('usage.day')}</th>
                <th scope="col">{t('usage.checks')}</th>
                <th scope="col">{t('usage.uploadsOfDay')}</th>
              </tr>
            </thead>
            <tbody>
              {days.map(({ period, verifications_count: checks, uploads_count: uploads }) => (
                <tr key={period}>
                  <th scope="row">{dayText(period, t.locale)}</th>
                  <td>{checks}</td>
                  <td>{uploads}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}
