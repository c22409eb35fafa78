import type { VerificationResult } from '@assay/sdk/types';
import { useMemo, useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { useObjectUrl } from '../../../shared/useObjectUrl.ts';
import { readableJson } from '../select.ts';

/** The whole result for those who keep or process it. */
export function ResultJson({ result }: { result: VerificationResult }) {
  const t = useTranslate();
  const [copied, setCopied] = useState<'not yet' | 'yes' | 'refused'>('not yet');
  const complete = useMemo(() => new Blob([JSON.stringify(result, null, 2)], { type: 'application/json' }), [result]);
  const url = useObjectUrl(complete);

  const copy = async () => {
    try {
      // Missing on pages that are neither https nor localhost; then this throws like a refusal.
      await navigator.clipboard.writeText(await complete.text());
      setCopied('yes');
    } catch {
      setCopied('refused');
    }
  };

  return (
    <details className="json">
      <summary>{t('json.heading')}</summary>
      <div className="buttons">
        <button type="button" className="button" onClick={() => void copy()}>
          {t('json.copy')}
        </button>
        {url && (
          <a className="button" href={url} download={`assay-${result.verification_id ?? 'result'}.json`}>
            {t('json.download')}
          </a>
        )}
        <span role="status" className="small">
          {copied === 'yes' && t('json.copied')}
          {copied === 'refused' && t('json.copyFailed')}
        </span>
      </div>
      {/* Focusable, so that the keyboard can scroll it. */}
      <pre tabIndex={0} aria-label={t('json.heading')}>
        <code>{readableJson(result, t)}</code>
      </pre>
    </details>
  );
}
