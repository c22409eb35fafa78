import { LANGUAGES, type Language, language } from '../i18n/language.ts';
import { useTranslate } from '../i18n/translate.ts';

/** Each language by its own name, for whoever reads no other. */
export function LanguageChoice() {
  const t = useTranslate();
  return (
    <label className="language">
      {t('frame.language')}
      <select
        value={language.current()}
        onChange={({ currentTarget }) => void language.choose(currentTarget.value as Language)}
      >
        {Object.entries(LANGUAGES).map(([id, name]) => (
          <option key={id} value={id} lang={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
