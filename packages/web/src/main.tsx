import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { en } from './i18n/en.ts';
import { makeTranslate, regionalLocale, TranslateContext } from './i18n/translate.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/frame.css';
import './styles/start.css';
import './styles/verdict.css';
import './styles/evidence.css';
import './styles/picture.css';
import './styles/print.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const translate = makeTranslate(en, regionalLocale('en', navigator.languages));
createRoot(root).render(
  <StrictMode>
    <TranslateContext value={translate}>
      <App />
    </TranslateContext>
  </StrictMode>,
);
