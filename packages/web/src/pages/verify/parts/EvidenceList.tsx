import { SIMILARITY_THRESHOLD } from '@assay/core/fingerprint/similarity';
import type { ShownResult } from '../../../api/types.ts';
import { type ReactNode, Suspense } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { BrokenIcon, CheckIcon, NeutralIcon, UnknownIcon } from '../../../shared/icons.tsx';
import { LazyCommitmentRecord } from './LazyCommitmentRecord.tsx';
import { type Bearing, type EvidenceRow, evidenceRows, scoreText } from '../evidenceRows.ts';

const BEARING_ICONS: Readonly<Record<Bearing, () => ReactNode>> = {
  for: CheckIcon,
  against: BrokenIcon,
  neutral: NeutralIcon,
  absent: UnknownIcon,
};

export function EvidenceList({ result }: { result: ShownResult }) {
  const t = useTranslate();
  return (
    <section className="evidence" aria-labelledby="evidence-heading">
      <h2 id="evidence-heading">{t('evidence.heading')}</h2>
      <ul>
        {evidenceRows(result, t).map((row) => (
          <Row key={row.id} row={row} />
        ))}
      </ul>
    </section>
  );
}

function Row({ row }: { row: EvidenceRow }) {
  const t = useTranslate();
  const Icon = BEARING_ICONS[row.bearing];
  return (
    <li className={`evidence-row bearing-${row.bearing}`}>
      <Icon />
      <div>
        <div className="evidence-head">
          <h3>{row.label}</h3>
          <p className="evidence-bearing">{t(`evidence.state.${row.bearing}`)}</p>
        </div>
        <p className="evidence-finding">{row.finding}</p>
        {row.score !== null && <ScoreBar score={row.score} />}
        {row.lines.length > 0 && (
          <ul className="evidence-lines">
            {row.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {row.statements.length > 0 && (
          <p className="small">
            {t('evidence.service')} <span lang="en">{row.statements.join(' ')}</span>
          </p>
        )}
        <p className="small">{row.how}</p>
        {row.code && (
          <p className="small">
            {row.code.label} <code>{row.code.text}</code>
          </p>
        )}
        {row.id === 'ledger' && row.code && (
          <Suspense fallback={null}>
            <LazyCommitmentRecord key={row.code.text} txHash={row.code.text} />
          </Suspense>
        )}
      </div>
    </li>
  );
}

/** Width of the drawing, in units of its own; the score bar ends where the scale's 1 stands. */
const BAR_WIDTH = 200;

function ScoreBar({ score }: { score: number }) {
  const t = useTranslate();
  const threshold = SIMILARITY_THRESHOLD * BAR_WIDTH;
  const label = t('evidence.fingerprint.meter', {
    score: scoreText(score, t),
    threshold: scoreText(SIMILARITY_THRESHOLD, t),
  });
  return (
    <svg className="score-bar" viewBox={`0 0 ${BAR_WIDTH} 12`} role="img" aria-label={label}>
      <rect className="score-bar-scale" y="4" width={BAR_WIDTH} height="4" />
      <rect className="score-bar-value" y="4" width={Math.max(0, Math.min(1, score)) * BAR_WIDTH} height="4" />
      <path className="score-bar-threshold" d={`M${threshold} 0v12`} />
    </svg>
  );
}
