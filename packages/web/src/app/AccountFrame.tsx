import { Link, Outlet } from '@tanstack/react-router';
import { ADDRESS } from '../addresses.ts';
import { useTranslate } from '../i18n/translate.ts';

/** The pages about the account and what it works with, one beside the other. */
export function AccountFrame() {
  const t = useTranslate();
  return (
    <>
      <nav className="subnav" aria-label={t('subnav.label')}>
        <ul>
          <li>
            <Link to={ADDRESS.account}>{t('subnav.account')}</Link>
          </li>
          <li>
            <Link to={ADDRESS.keys}>{t('subnav.keys')}</Link>
          </li>
          <li>
            <Link to={ADDRESS.organization}>{t('subnav.organization')}</Link>
          </li>
          <li>
            <Link to={ADDRESS.usage}>{t('subnav.usage')}</Link>
          </li>
        </ul>
      </nav>
      <Outlet />
    </>
  );
}
