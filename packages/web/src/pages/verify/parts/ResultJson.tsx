import type { ShownResult } from '../../../api/types.ts';
import { useMemo } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { CopyButton } from '../../../shared/CopyButton.tsx';
import { useObjectUrl } from '../../../shared/useObjectUrl.ts';
import { readableJson } from '../select.ts';

/** The whole result for those who keep or process it. */
export function ResultJson({ result }: { result: ShownResult }) {
  const t = useTranslate();
  const complete = useMemo(() => new Blob([JSON.stringify(result, null, 2)], { type: 'application/json' }), [result]);
  const url = useObjectUrl(complete);
  return (
    <details className="json">
      <summary>{t('json.heading')}</summary>
      <div className="buttons">
        {url && (
          <a className="button" href={url} download={`assay-${result.verification_id ?? 'result'}.json`}>
            {t('json.download')}
          </a>
        )}
        <CopyButton text={() => complete.text()} otherwise={t('json.copyFailed')} />
      </div>
      {/* Focusable, so that the keyboard can scroll it. */}
      <pre tabIndex={0} aria-label={t('json.heading')}>
        <code>{readableJson(result, t)}</code>
      </pre>
    </details>
  );
}
