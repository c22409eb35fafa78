import { type AssayError, ValidationError } from '@assay/sdk/errors';
import type { Verdict } from '@assay/sdk/types';
import { connection } from '../../../api/api.ts';
import type { Dispute } from '../../../api/types.ts';
import { type Translate, useTranslate } from '../../../i18n/translate.ts';
import { ChoiceField } from '../../../shared/form/ChoiceField.tsx';
import { Form } from '../../../shared/form/Form.tsx';
import { TextField } from '../../../shared/form/TextField.tsx';
import { type Problems, useForm } from '../../../shared/form/useForm.ts';
import { bytesText } from '../../../shared/format.ts';
import { COMMENT_CHARS_MAX, DISPUTE_REASONS, mayBeSent, otherVerdicts, PICTURE_BYTES_MAX } from './dispute.ts';

interface DisputeFormProps {
  readonly path: string;
  readonly verdict: Verdict;
  readonly file: File | null;
  readonly onSent: (dispute: Dispute) => void;
}

/** What is wrong, what would be right, and, with a word of its own, the picture. */
export function DisputeForm({ path, verdict, file, onSent }: DisputeFormProps) {
  const t = useTranslate();
  const form = useForm({
    check: ({ reason }) => (reason ? {} : { reason: t('dispute.reason.missing') }),
    send: async ({ reason = '', expected_verdict = '', comment = '', consent }) => {
      const body = new FormData();
      body.set('reason', reason);
      if (expected_verdict !== '') body.set('expected_verdict', expected_verdict);
      if (comment.trim() !== '') body.set('comment', comment);
      if (consent !== undefined && file) {
        body.set('consent_to_keep_picture', 'true');
        body.set('file', file, file.name);
      }
      onSent(await connection.json<Dispute>({ method: 'POST', path, form: body, creates: true }));
    },
    problemOf: (error) => problemOf(error, t),
  });
  return (
    <Form form={form} submit={t('dispute.send')}>
      <p>{t('dispute.text')}</p>
      <ChoiceField
        label={t('dispute.reason')}
        name="reason"
        options={DISPUTE_REASONS.map((reason) => [reason, t(`dispute.reason.${reason}`)] as const)}
      />
      <ChoiceField
        label={t('dispute.right')}
        name="expected_verdict"
        defaultValue=""
        options={[
          ['', t('dispute.right.unsaid')],
          ...otherVerdicts(verdict).map((other) => [other, t(`verdict.${other}`)] as const),
        ]}
      />
      <TextField
        label={t('dispute.comment')}
        hint={t('dispute.commentHint')}
        name="comment"
        maxLength={COMMENT_CHARS_MAX}
      />
      <Consent file={file} />
      {form.problems['file'] && <p className="field-problem">{form.problems['file']}</p>}
    </Form>
  );
}

/** Nobody keeps a picture without this word of its sender. */
function Consent({ file }: { file: File | null }) {
  const t = useTranslate();
  if (file === null) return <p className="small">{t('dispute.noFile')}</p>;
  if (!mayBeSent(file))
    return <p className="small">{t('dispute.tooLarge', { size: bytesText(PICTURE_BYTES_MAX, t.locale) })}</p>;
  return (
    <label className="check">
      <input type="checkbox" name="consent" />
      <span>{t('dispute.consent')}</span>
    </label>
  );
}

/** Only the picture can be refused that the form lets through. */
function problemOf(error: AssayError, t: Translate): Problems | null {
  const fields = error instanceof ValidationError ? error.fields.map(({ field }) => field) : [];
  return fields.includes('file') ? { file: t('dispute.picture.refused') } : null;
}
