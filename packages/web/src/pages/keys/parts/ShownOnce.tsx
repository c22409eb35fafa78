import type { MadeApiKey } from '@assay/sdk/types';
import { useEffect, useRef } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { CopyButton } from '../../../shared/CopyButton.tsx';

/** The key itself, and a command that works with it. Nobody can see it again. */
export function ShownOnce({ made, onDone }: { made: MadeApiKey; onDone: () => void }) {
  const t = useTranslate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const command = `curl -H "X-API-Key: ${made.key}" -F file=@picture.jpg ${window.location.origin}/v1/verify/`;
  return (
    <section className="note">
      <h2 ref={heading} tabIndex={-1}>
        {t('madeKey.title', { name: made.name })}
      </h2>
      <p>{t('madeKey.text')}</p>
      <p className="secret">
        <code>{made.key}</code>
      </p>
      <div className="buttons">
        <CopyButton text={() => made.key} otherwise={t('madeKey.byHand')} />
      </div>
      <p>{t('madeKey.try')}</p>
      <p className="secret">
        <code>{command}</code>
      </p>
      <div className="buttons">
        <button type="button" className="button button-primary" onClick={onDone}>
          {t('madeKey.done')}
        </button>
      </div>
    </section>
  );
}
