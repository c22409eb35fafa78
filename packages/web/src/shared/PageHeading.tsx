import { createContext, useContext, useEffect, useRef } from 'react';
import { useTranslate } from '../i18n/translate.ts';

/** Whether the reader has come from another page of ours; the first page takes no focus. */
export const NavigatedContext = createContext(false);

/** The one h1 of a page and its title. After a change of page the focus begins here, so that a screen reader tells of it. */
export function PageHeading({ title }: { title: string }) {
  const t = useTranslate();
  const navigated = useContext(NavigatedContext);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = t('title.page', { title });
  }, [title, t]);
  useEffect(() => {
    if (navigated) heading.current?.focus({ preventScroll: true });
  }, [navigated]);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  );
}
