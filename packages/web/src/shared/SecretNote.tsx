import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslate } from '../i18n/translate.ts';
import { CopyButton } from './CopyButton.tsx';

interface SecretNoteProps {
  readonly title: string;
  /** That nobody can read it again, and what it is for. */
  readonly text: string;
  readonly secret: string;
  /** What stands below it, such as a command that works with it. */
  readonly children?: ReactNode;
  readonly onDone: () => void;
}

/** What is shown once. The focus begins here, since what made it is gone. */
export function SecretNote({ title, text, secret, children, onDone }: SecretNoteProps) {
  const t = useTranslate();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="note">
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{text}</p>
      <p className="secret">
        <code>{secret}</code>
      </p>
      <div className="buttons">
        <CopyButton text={() => secret} otherwise={t('madeKey.byHand')} />
      </div>
      {children}
      <div className="buttons">
        <button type="button" className="button button-primary" onClick={onDone}>
          {t('madeKey.done')}
        </button>
      </div>
    </section>
  );
}
