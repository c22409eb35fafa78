import { useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { Field } from '../../../shared/form/Field.tsx';
import { Form } from '../../../shared/form/Form.tsx';
import { tagsOf } from '../../../shared/form/tagsOf.ts';
import { useForm } from '../../../shared/form/useForm.ts';
import { BulkOutcome, BulkProgress } from './BulkProgress.tsx';
import { addTags, commit, type Deed, download, remove, withdraw } from './deeds.ts';
import { useBulk } from './useBulk.ts';
import type { Selection } from './useSelection.ts';

const FORMS = ['tag', 'withdraw', 'delete'] as const;
type FormName = (typeof FORMS)[number];

/** What can be done with the selected pictures; while it is done, how far it is; then what became of it. */
export function BulkPanel({ selection }: { selection: Selection }) {
  const t = useTranslate();
  const [open, setOpen] = useState<FormName | null>(null);
  const bulk = useBulk(selection.deselect);
  const { state } = bulk;
  const { length: count } = selection.assets;
  if (count === 0 && state.kind === 'idle') return null;
  const run = (deed: Deed) => {
    setOpen(null);
    bulk.run(selection.assets, deed);
  };
  return (
    <section className="bulk note" aria-label={t('bulk.title')}>
      {state.kind === 'running' && <BulkProgress {...state} onStop={bulk.stop} />}
      {state.kind === 'over' && <BulkOutcome outcome={state.outcome} onClose={bulk.close} />}
      {state.kind !== 'running' && count > 0 && (
        <>
          <div className="buttons">
            <button type="button" className="button button-primary" onClick={() => run(download)}>
              {t('bulk.download')}
            </button>
            <button type="button" className="button" onClick={() => run(commit)}>
              {t('bulk.commit')}
            </button>
            {FORMS.map((name) => (
              <button
                key={name}
                type="button"
                className="button"
                aria-expanded={open === name}
                onClick={() => setOpen(open === name ? null : name)}
              >
                {t(`bulk.${name}`)}
              </button>
            ))}
          </div>
          {open === 'tag' && <TagForm onRun={run} />}
          {open === 'withdraw' && <WithdrawForm onRun={run} />}
          {open === 'delete' && <DeleteForm count={count} onRun={run} />}
        </>
      )}
    </section>
  );
}

interface DeedFormProps {
  readonly onRun: (deed: Deed) => void;
}

function TagForm({ onRun }: DeedFormProps) {
  const t = useTranslate();
  const form = useForm({
    check: ({ added = '' }) => (tagsOf(added).length === 0 ? { added: t('bulk.tagMissing') } : {}),
    send: async ({ added = '' }) => onRun(addTags(tagsOf(added))),
  });
  return (
    <Form form={form} submit={t('bulk.tagDo')}>
      <Field label={t('bulk.tags')} name="added" hint={t('upload.tagsHint')} />
    </Form>
  );
}

function WithdrawForm({ onRun }: DeedFormProps) {
  const t = useTranslate();
  const form = useForm({
    check: ({ reason = '' }) => (reason.trim() === '' ? { reason: t('withdraw.reasonMissing') } : {}),
    send: async ({ reason = '' }) => onRun(withdraw(reason.trim())),
  });
  return (
    <Form form={form} submit={t('bulk.withdrawDo')} look="danger">
      <p>{t('bulk.withdrawText')}</p>
      <Field label={t('withdraw.reason')} name="reason" />
    </Form>
  );
}

/** Cannot be undone, so the number is typed: who selected more than they think is stopped by it. */
function DeleteForm({ count, onRun }: DeedFormProps & { readonly count: number }) {
  const t = useTranslate();
  // As it is shown, and as any keyboard types it.
  const accepted = [String(count), new Intl.NumberFormat(t.locale).format(count)];
  const form = useForm({
    check: ({ count: typed = '' }) =>
      accepted.includes(typed.trim()) ? {} : { count: t('bulk.deleteMismatch', { count }) },
    send: async () => onRun(remove),
  });
  return (
    <Form form={form} submit={t('bulk.deleteDo')} look="danger">
      <p>{t('bulk.deleteText')}</p>
      <Field label={t('bulk.deleteConfirm', { count })} name="count" inputMode="numeric" autoComplete="off" />
    </Form>
  );
}
