import { AssayError } from '@assay/sdk/errors';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { connection } from '../../api/api.ts';
import type { ReviewedDispute } from '../../api/types.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { ActionButton } from '../../shared/ActionButton.tsx';
import { ChoiceField } from '../../shared/form/ChoiceField.tsx';
import { Form } from '../../shared/form/Form.tsx';
import { TextField } from '../../shared/form/TextField.tsx';
import { useForm } from '../../shared/form/useForm.ts';
import { bytesText, timeText } from '../../shared/format.ts';
import { saveFile } from '../../shared/saveFile.ts';
import { COMMENT_CHARS_MAX, otherVerdicts } from '../verify/dispute/dispute.ts';
import { reasonOf } from '../verify/reason.ts';

/** One disputed verdict: what was judged and why, what is said against it, the picture, and the decision. */
export function ReviewedRow({ dispute }: { dispute: ReviewedDispute }) {
  const t = useTranslate();
  const { verification, status, reason, comment, expected_verdict: expected, corrected_verdict: corrected } = dispute;
  const why = reasonOf(verification, t);
  const percent = new Intl.NumberFormat(t.locale, { style: 'percent' });
  const heading = t('review.verdict', {
    verdict: t(`verdict.${verification.verdict}`),
    confidence: percent.format(verification.confidence),
  });
  return (
    <li className="row review">
      <div>
        <h3>{heading}</h3>
        <p className="small">
          {timeText(dispute.created_at, t.locale)} · {t(`review.state.${status}`)}
        </p>
        {why && <p lang={why.lang}>{why.text}</p>}
        <p>
          <strong>{t(`dispute.reason.${reason}`)}</strong>
          {expected && ` ${t('dispute.expected', { verdict: t(`verdict.${expected}`) })}`}
        </p>
        {comment && (
          <p>
            <q>{comment}</q>
          </p>
        )}
        {corrected && <p>{t('dispute.corrected', { verdict: t(`verdict.${corrected}`) })}</p>}
        {dispute.note && (
          <p>
            {t('review.noted')} <q>{dispute.note}</q>
          </p>
        )}
        <Numbers dispute={dispute} />
        <Picture dispute={dispute} />
        {status === 'open' && <Decision dispute={dispute} />}
      </div>
    </li>
  );
}

function Numbers({ dispute }: { dispute: ReviewedDispute }) {
  const t = useTranslate();
  const { verification } = dispute;
  return (
    <details className="more small">
      <summary>
        {t('review.facts')}
        <span className="visually-hidden"> {dispute.id}</span>
      </summary>
      <dl className="facts">
        <dt>{t('review.check')}</dt>
        <dd>
          <code>{dispute.verification_id}</code>
        </dd>
        <dt>{t('review.rule')}</dt>
        <dd>
          <code>{verification.rule ?? '–'}</code>
        </dd>
        <dt>SHA-256</dt>
        <dd>
          <code>{verification.source_image_hash}</code>
        </dd>
        {verification.asset_id && (
          <>
            <dt>{t('review.asset')}</dt>
            <dd>
              <code>{verification.asset_id}</code>
            </dd>
          </>
        )}
      </dl>
    </details>
  );
}

/** The file, or why there is none. */
function Picture({ dispute: { id, picture } }: { dispute: ReviewedDispute }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: async () => {
      const { body } = await connection.answer({ method: 'GET', path: `/v1/operator/disputes/${id}/picture` });
      saveFile(body, `dispute-${id}`);
    },
    // It went while the page stood open; the queue knows since when.
    onError: (error) => isGone(error) && queries.invalidateQueries({ queryKey: ['disputes'] }),
  });
  if (picture === null) return <p className="small">{t('review.noPicture')}</p>;
  if (picture.removed_at !== null)
    return <p className="small">{t('review.removed', { time: timeText(picture.removed_at, t.locale) })}</p>;
  if (isGone(save.error))
    return (
      <p className="small" role="alert">
        {t('review.gone')}
      </p>
    );
  return (
    <div className="buttons">
      <ActionButton mutation={save}>
        {t('review.picture', { size: bytesText(picture.size_bytes, t.locale) })}
        <span className="visually-hidden"> {id}</span>
      </ActionButton>
    </div>
  );
}

const isGone = (error: unknown): boolean => error instanceof AssayError && error.code === 'GONE';

/** What the verdict was, and where it was wrong, what is right. */
function Decision({ dispute }: { dispute: ReviewedDispute }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  const others = otherVerdicts(dispute.verification.verdict);
  const form = useForm({
    check: ({ decision }) => (decision ? {} : { decision: t('review.decision.missing') }),
    send: async ({ decision = '', note = '' }) => {
      const [status, verdict = null] = decision.split(':');
      const json = { status, verdict, note: note.trim() === '' ? null : note.trim() };
      await connection.json({ method: 'POST', path: `/v1/operator/disputes/${dispute.id}/decision`, json });
      await queries.invalidateQueries({ queryKey: ['disputes'] });
    },
  });
  if (!open)
    return (
      <button type="button" className="button" onClick={() => setOpen(true)}>
        {t('review.decide')}
        <span className="visually-hidden"> {dispute.id}</span>
      </button>
    );
  return (
    <Form form={form} submit={t('review.send')}>
      <ChoiceField
        label={t('review.decision')}
        name="decision"
        options={[
          ['upheld', t('review.upheld')],
          ...others.map(
            (verdict) =>
              [`overturned:${verdict}`, t('review.overturned', { verdict: t(`verdict.${verdict}`) })] as const,
          ),
          ['unclear', t('review.unclear')],
        ]}
      />
      <TextField
        label={t('review.note')}
        hint={t('review.noteHint')}
        name="note"
        maxLength={COMMENT_CHARS_MAX}
        rows={3}
      />
    </Form>
  );
}
