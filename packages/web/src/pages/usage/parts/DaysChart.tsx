import { useTranslate } from '../../../i18n/translate.ts';
import { dayText } from '../../../shared/format.ts';
import { lastDays, type UsedDay } from '../lastDays.ts';

const DAYS = 31;
/** Units of the drawing: what a day takes, a bar of it, and the height of the highest. */
const [DAY, BAR, HEIGHT] = [20, 8, 120];

/** Two bars a day. Who cannot see it hears how far it goes and its highest day; the table below has every number. */
export function DaysChart({ history }: { history: readonly UsedDay[] }) {
  const t = useTranslate();
  const days = lastDays(history, DAYS);
  const first = days[0];
  const last = days.at(-1);
  if (!first || !last) return null;
  const most = Math.max(1, ...days.flatMap((day) => [day.verifications_count, day.uploads_count]));
  const number = new Intl.NumberFormat(t.locale);
  const busiest = days.reduce((a, b) => (b.verifications_count > a.verifications_count ? b : a));
  const spoken = t('usage.chart', {
    from: dayText(first.period, t.locale),
    to: dayText(last.period, t.locale),
    checks: number.format(busiest.verifications_count),
    day: dayText(busiest.period, t.locale),
  });
  return (
    <figure className="days-chart">
      <svg viewBox={`0 0 ${DAYS * DAY} ${HEIGHT}`} role="img" aria-label={spoken} preserveAspectRatio="none">
        <path
          className="chart-line"
          d={`M0 1H${DAYS * DAY}M0 ${HEIGHT / 2}H${DAYS * DAY}M0 ${HEIGHT - 1}H${DAYS * DAY}`}
        />
        {days.map(({ period, verifications_count: checks, uploads_count: uploads }, i) => (
          <g key={period}>
            <Bar name="checks" x={i * DAY + 2} share={checks / most} />
            <Bar name="uploads" x={i * DAY + 2 + BAR} share={uploads / most} />
          </g>
        ))}
      </svg>
      <figcaption className="small">
        <span>{dayText(first.period, t.locale)}</span>
        <span className="chart-key" data-bar="checks">
          {t('usage.checks')}
        </span>
        <span className="chart-key" data-bar="uploads">
          {t('usage.uploadsOfDay')}
        </span>
        <span>{t('usage.highest', { count: number.format(most) })}</span>
        <span>{dayText(last.period, t.locale)}</span>
      </figcaption>
    </figure>
  );
}

interface BarProps {
  readonly name: 'checks' | 'uploads';
  readonly x: number;
  /** Of the highest bar, 0..1. */
  readonly share: number;
}

function Bar({ name, x, share }: BarProps) {
  const height = share * (HEIGHT - 2);
  return <rect data-bar={name} x={x} y={HEIGHT - 1 - height} width={BAR} height={height} />;
}
