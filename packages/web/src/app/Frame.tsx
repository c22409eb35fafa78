/** The frame around every page: name, navigation, footer. @module */
import { Link, Outlet, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ADDRESS } from '../addresses.ts';
import { useTranslate } from '../i18n/translate.ts';
import { useSession } from '../session/useSession.ts';
import { HallmarkIcon } from '../shared/icons.tsx';
import { NavigatedContext } from '../shared/PageHeading.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { AccountLinks } from './AccountLinks.tsx';
import { MenuButton } from './MenuButton.tsx';

export function Frame() {
  const t = useTranslate();
  const router = useRouter();
  const { state } = useSession();
  const [navigated, setNavigated] = useState(false);
  const [menuOpen, setMenuOpen] = useState(false);

  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        setNavigated(true);
        setMenuOpen(false);
        window.scrollTo(0, 0);
      }),
    [router],
  );
  // A session that ends while a page of its person is open: the page's own rule leads to the sign-in.
  useEffect(() => {
    if (state === 'nobody') void router.invalidate();
  }, [router, state]);

  return (
    <NavigatedContext value={navigated}>
      <a className="skip-link" href="#main">
        {t('frame.skip')}
      </a>
      <header className="masthead">
        <Link className="wordmark" to={ADDRESS.verify}>
          <HallmarkIcon />
          <span>{t('frame.name')}</span>
        </Link>
        <MenuButton isOpen={menuOpen} onToggle={() => setMenuOpen(!menuOpen)} />
        <nav id="menu" className={menuOpen ? 'menu menu-open' : 'menu'} aria-label={t('frame.navigation')}>
          <ul>
            <li>
              <Link to={ADDRESS.verify} activeOptions={{ exact: true, includeSearch: false }}>
                {t('frame.check')}
              </Link>
            </li>
            <AccountLinks />
          </ul>
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <footer className="colophon">
        <p>{t('frame.colophon')}</p>
        <LanguageChoice />
      </footer>
    </NavigatedContext>
  );
}
