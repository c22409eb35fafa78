import { useState } from 'react';
import { useTranslate } from '../i18n/translate.ts';

interface CopyButtonProps {
  readonly text: () => string | Promise<string>;
  /** What is copied, where a page has several buttons. */
  readonly what?: string;
  /** What to do where copying is refused. */
  readonly otherwise: string;
}

export function CopyButton({ text, what, otherwise }: CopyButtonProps) {
  const t = useTranslate();
  const [copied, setCopied] = useState<'not yet' | 'yes' | 'refused'>('not yet');
  const copy = async () => {
    try {
      // Missing on pages that are neither https nor localhost; then this throws like a refusal.
      await navigator.clipboard.writeText(await text());
      setCopied('yes');
    } catch {
      setCopied('refused');
    }
  };
  return (
    <>
      <button type="button" className="button" onClick={() => void copy()}>
        {t('copy.do')}
        {what !== undefined && <span className="visually-hidden"> {what}</span>}
      </button>
      <span role="status" className="small">
        {copied === 'yes' && t('copy.done')}
        {copied === 'refused' && otherwise}
      </span>
    </>
  );
}
