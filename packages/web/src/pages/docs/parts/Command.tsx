import { useTranslate } from '../../../i18n/translate.ts';
import { CopyButton } from '../../../shared/CopyButton.tsx';

/** Text for a terminal or an editor, to be copied. */
export function Command({ title, text }: { title: string; text: string }) {
  const t = useTranslate();
  return (
    <div className="command">
      <h3>{title}</h3>
      {/* Focusable, so that the keyboard can scroll it. */}
      <pre className="body-text" tabIndex={0} role="region" aria-label={title} dir="ltr">
        <code>{text}</code>
      </pre>
      <div className="buttons">
        <CopyButton text={() => text} what={title} otherwise={t('madeKey.byHand')} />
      </div>
    </div>
  );
}
