import type { Dispute } from '../../../api/types.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { timeText } from '../../../shared/format.ts';

/** What was said, and what became of it. */
export function DisputeState({ dispute }: { dispute: Dispute }) {
  const t = useTranslate();
  const { status, reason, comment, expected_verdict: expected, corrected_verdict: corrected, note, picture } = dispute;
  return (
    <div role="status">
      <p className="lead">{t(`dispute.state.${status}`)}</p>
      {corrected && <p>{t('dispute.corrected', { verdict: t(`verdict.${corrected}`) })}</p>}
      {note && (
        <p>
          {t('dispute.note')} <q>{note}</q>
        </p>
      )}
      <p className="small">
        {t('dispute.sent', { time: timeText(dispute.created_at, t.locale), reason: t(`dispute.reason.${reason}`) })}
        {expected && ` ${t('dispute.expected', { verdict: t(`verdict.${expected}`) })}`}
      </p>
      {comment && (
        <p className="small">
          <q>{comment}</q>
        </p>
      )}
      {picture && (
        <p className="small">
          {picture.removed_at === null
            ? t('dispute.picture.kept', { time: timeText(picture.kept_until, t.locale) })
            : t('dispute.picture.removed', { time: timeText(picture.removed_at, t.locale) })}
        </p>
      )}
    </div>
  );
}
