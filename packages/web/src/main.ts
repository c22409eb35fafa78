/**
 * First what the service drew, then the script: browsers draw nothing while a script starts, which on a slow processor takes
 * longer than everything before it. Meanwhile the files of the script come in, by the links of the document.
 * @module
 */
import './styles/tokens.css';
import './styles/base.css';
import './styles/frame.css';
import './styles/forms.css';
import './styles/start.css';
import './styles/upload.css';
import './styles/assets.css';
import './styles/settings.css';
import './styles/verdict.css';
import './styles/evidence.css';
import './styles/picture.css';
import './styles/share.css';
import './styles/print.css';
import { drawn } from './ahead/drawn.ts';
import { startAhead } from './ahead/start.ts';

/** What is asked ahead is answered sooner, ms, or a page that works is better than one that is drawn. */
const AHEAD_MS_MAX = 500;

const later = new Promise((resolve) => setTimeout(resolve, AHEAD_MS_MAX));
// What fails there the page asks again, and says what is wrong.
await Promise.all([drawn(), Promise.race([startAhead().catch(() => undefined), later])]);
await import('./app/start.tsx');
