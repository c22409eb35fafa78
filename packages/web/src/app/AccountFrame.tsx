import { Link, Outlet } from '@tanstack/react-router';
import { ADDRESS } from '../addresses.ts';
import { useTranslate } from '../i18n/translate.ts';

const PAGES = [
  [ADDRESS.account, 'subnav.account'],
  [ADDRESS.keys, 'subnav.keys'],
  [ADDRESS.webhooks, 'subnav.webhooks'],
  [ADDRESS.organization, 'subnav.organization'],
  [ADDRESS.usage, 'subnav.usage'],
  [ADDRESS.operator, 'subnav.operator'],
] as const;

/** The pages about the account and what it works with, one beside the other. */
export function AccountFrame() {
  const t = useTranslate();
  return (
    <>
      <nav className="subnav" aria-label={t('subnav.label')}>
        <ul>
          {PAGES.map(([address, words]) => (
            <li key={address}>
              <Link to={address} activeOptions={{ includeSearch: false }}>
                {t(words)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </>
  );
}
