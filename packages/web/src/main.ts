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

/** When the document has been drawn once; at once where nobody looks at it, since nothing is drawn there. */
const drawn = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) return resolve();
    // Called before a frame is drawn; a task of its own comes after it.
    requestAnimationFrame(() => setTimeout(resolve));
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });

await drawn();
await import('./app/start.tsx');
