import { useTranslate } from '../i18n/translate.ts';

/** Only shown where the links do not fit into one line. */
export function MenuButton({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const t = useTranslate();
  return (
    <button type="button" className="button menu-button" aria-expanded={isOpen} aria-controls="menu" onClick={onToggle}>
      {t('frame.menu')}
    </button>
  );
}
