/** The frame around every page: name, navigation, footer. @module */
import { apiClient } from './api.ts';
import { useTranslate } from './i18n/translate.ts';
import { VerifyPage } from './pages/verify/VerifyPage.tsx';
import { HallmarkIcon } from './shared/icons.tsx';

export function App() {
  const t = useTranslate();
  return (
    <>
      <a className="skip-link" href="#main">
        {t('frame.skip')}
      </a>
      <header className="masthead">
        <a className="wordmark" href="/">
          <HallmarkIcon />
          <span>{t('frame.name')}</span>
        </a>
        <nav aria-label={t('frame.navigation')}>
          <a href="/docs">{t('frame.api')}</a>
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        <VerifyPage client={apiClient} />
      </main>
      <footer className="colophon">
        <p>{t('frame.colophon')}</p>
      </footer>
    </>
  );
}
