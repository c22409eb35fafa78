import { type ReactNode, useSyncExternalStore } from 'react';
import { language } from './language.ts';
import { TranslateContext } from './translate.ts';

/** All that is inside speaks the chosen language. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const translate = useSyncExternalStore(language.subscribe, language.translate, language.translate);
  return <TranslateContext value={translate}>{children}</TranslateContext>;
}
