import type { Asset } from '@assay/sdk/types';
import { useEffect, useRef } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import type { Selection } from './useSelection.ts';

interface SelectionBarProps {
  readonly selection: Selection;
  /** Of the page that is shown. */
  readonly shown: readonly Asset[];
}

/** All of this page at once, how many are selected in all, and the way back to none. */
export function SelectionBar({ selection, shown }: SelectionBarProps) {
  const t = useTranslate();
  const box = useRef<HTMLInputElement>(null);
  const here = shown.filter(selection.has).length;
  const isAll = here === shown.length;
  useEffect(() => {
    // No attribute says it.
    if (box.current) box.current.indeterminate = here > 0 && !isAll;
  }, [here, isAll]);
  const count = selection.assets.length;
  return (
    <div className="selection-bar">
      <label className="check">
        <input
          ref={box}
          type="checkbox"
          checked={isAll}
          onChange={() => (isAll ? selection.deselect(shown) : selection.select(shown))}
        />
        <span>{t('select.all')}</span>
      </label>
      <p role="status">{count > 0 && t.plural('select.count', count)}</p>
      {count > 0 && (
        <button type="button" className="button" onClick={selection.clear}>
          {t('select.clear')}
        </button>
      )}
    </div>
  );
}
