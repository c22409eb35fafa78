import type { Ref } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { ADDRESS } from '../../../addresses.ts';
import { FromWeb } from './FromWeb.tsx';
import { PictureIcon } from '../../../shared/icons.tsx';
import { ChooseButton } from '../../../shared/ChooseButton.tsx';

interface StartProps {
  readonly headingRef: Ref<HTMLHeadingElement>;
  readonly onFiles: (files: readonly File[]) => void;
  readonly isFromWeb: boolean;
}

export function Start({ headingRef, onFiles, isFromWeb }: StartProps) {
  const t = useTranslate();
  return (
    <>
      <section className="start" aria-labelledby="start-heading">
        <div className="start-words">
          <h1 id="start-heading" ref={headingRef} tabIndex={-1}>
            {t('start.heading')}
          </h1>
          <p className="lead">{t('start.lead')}</p>
        </div>
        <div className="drop-zone">
          <PictureIcon />
          <ChooseButton label={t('start.choose')} className="button button-primary" multiple onFiles={onFiles} />
          <p className="drop-hint">{t('start.hint')}</p>
          <p className="small">{t('start.types')}</p>
          {!isFromWeb && (
            <p className="small">
              {/* A document of its own, under a policy of its own. */}
              <a href={ADDRESS.fromWeb}>{t('fromWeb.link')}</a>
            </p>
          )}
        </div>
        {isFromWeb && <FromWeb onFiles={onFiles} />}
        <p className="privacy">{t('start.privacy')}</p>
      </section>
      <section className="how" aria-labelledby="how-heading">
        <h2 id="how-heading">{t('how.heading')}</h2>
        <ol className="how-steps">
          {(['find', 'compare', 'judge'] as const).map((step) => (
            <li key={step}>
              <h3>{t(`how.${step}.title`)}</h3>
              <p>{t(`how.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}
