import type { Ref } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { ChooseButton } from '../../../shared/ChooseButton.tsx';
import { useObjectUrl } from '../../../shared/useObjectUrl.ts';
import { checksText, confidenceText } from '../select.ts';
import { type CheckState, isRunning } from '../state.ts';
import { ProgressBar } from './Progress.tsx';
import { VERDICT_ICONS } from './VerdictCard.tsx';

interface CheckListProps {
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly checks: readonly CheckState[];
  readonly onShow: (attempt: number) => void;
  readonly onRetry: (check: CheckState) => void;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onCancel: () => void;
}

/** Several pictures, each with its verdict as it comes. */
export function CheckList({ headingRef, checks, onShow, onRetry, onFiles, onCancel }: CheckListProps) {
  const t = useTranslate();
  return (
    <section className="checks" aria-labelledby="checks-heading">
      <h1 id="checks-heading" ref={headingRef} tabIndex={-1}>
        {checksText(checks, t)}
      </h1>
      <ul className="rows">
        {checks.map((check) => (
          <CheckRow key={check.attempt} check={check} onShow={onShow} onRetry={onRetry} />
        ))}
      </ul>
      <div className="buttons">
        <ChooseButton label={t('verdict.again')} className="button button-primary" multiple onFiles={onFiles} />
        {checks.some(isRunning) && (
          <button type="button" className="button" onClick={onCancel}>
            {t('busy.cancel')}
          </button>
        )}
      </div>
    </section>
  );
}

function CheckRow({ check, onShow, onRetry }: { check: CheckState } & Pick<CheckListProps, 'onShow' | 'onRetry'>) {
  const t = useTranslate();
  const name = check.file?.name ?? t('failure.notAPicture.title');
  return (
    <li className="row upload-row">
      <div className="upload-picture">{check.file && <Thumb file={check.file} />}</div>
      <div className="upload-words">
        <h2 className="row-name">{name}</h2>
        <CheckWords check={check} />
      </div>
      <div className="buttons">
        {check.state === 'done' && (
          <button type="button" className="button" onClick={() => onShow(check.attempt)}>
            {t('checks.show')}
            <span className="visually-hidden"> {name}</span>
          </button>
        )}
        {check.state === 'failed' && check.file && check.failure.canRetry && (
          <button type="button" className="button" onClick={() => onRetry(check)}>
            {t('failure.retry')}
            <span className="visually-hidden"> {name}</span>
          </button>
        )}
      </div>
    </li>
  );
}

function Thumb({ file }: { file: File }) {
  const url = useObjectUrl(file);
  return url && <img src={url} alt="" />;
}

function CheckWords({ check }: { check: CheckState }) {
  const t = useTranslate();
  if (check.state === 'failed')
    return (
      <p className="field-problem">
        <strong>{t(`failure.${check.failure.kind}.title`)}.</strong> {t(`failure.${check.failure.kind}.action`)}
      </p>
    );
  if (check.state !== 'done') return <ProgressBar check={check} />;
  const { verdict, confidence } = check.result;
  const Icon = VERDICT_ICONS[verdict];
  return (
    <p className={`verdict-line verdict-word-${verdict}`}>
      <Icon />
      <span>
        <strong>{t(`verdict.${verdict}`)}</strong>
        <br />
        <span className="small">{t('checks.confidence', { confidence: confidenceText(confidence, t) })}</span>
      </span>
    </p>
  );
}
