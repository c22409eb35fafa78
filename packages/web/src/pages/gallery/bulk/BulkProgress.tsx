import type { Asset } from '@assay/sdk/types';
import { useEffect, useRef } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { nameOf } from '../../../shared/assetName.ts';
import { failureOf } from '../../../shared/failure.ts';
import type { Outcome } from './runEach.ts';

interface BulkProgressProps {
  readonly current: Asset;
  /** From 0. */
  readonly index: number;
  readonly total: number;
  readonly onStop: () => void;
}

/** The focus goes along: the button that was pressed is gone. */
function useFocusAtStart() {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => place.current?.focus({ preventScroll: true }), []);
  return place;
}

export function BulkProgress({ current, index, total, onStop }: BulkProgressProps) {
  const t = useTranslate();
  const place = useFocusAtStart();
  const words = t('bulk.progress', { number: index + 1, total, name: nameOf(current, t) });
  return (
    <>
      <p ref={place} tabIndex={-1} role="status">
        {words}
      </p>
      <progress max={total} value={index} aria-label={words} />
      <div className="buttons">
        <button type="button" className="button" onClick={onStop}>
          {t('bulk.stop')}
        </button>
      </div>
    </>
  );
}

interface BulkOutcomeProps {
  readonly outcome: Outcome<Asset>;
  readonly onClose: () => void;
}

/** Those that failed by name, with the reason of each. */
export function BulkOutcome({ outcome: { done, failed, left }, onClose }: BulkOutcomeProps) {
  const t = useTranslate();
  const place = useFocusAtStart();
  return (
    <>
      <p ref={place} tabIndex={-1} role="status">
        {t.plural('bulk.done', done.length)} {left.length > 0 && t.plural('bulk.left', left.length)}{' '}
        {failed.length > 0 && t.plural('bulk.failed', failed.length)}
      </p>
      {failed.length > 0 && (
        <ul className="bulk-failed">
          {failed.map(({ item, error }) => {
            const { kind, detail } = failureOf(error);
            return (
              <li key={item.id}>
                <strong>{nameOf(item, t)}</strong>: {t(`failure.${kind}.title`)} {detail && <q lang="en">{detail}</q>}
              </li>
            );
          })}
        </ul>
      )}
      <div className="buttons">
        <button type="button" className="button" onClick={onClose}>
          {t('bulk.close')}
        </button>
      </div>
    </>
  );
}
