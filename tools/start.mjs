// `npm start`: installs what is missing, builds what is stale, serves. The service runs in this very process, so that
// SIGTERM and SIGINT reach it directly and its exit code is the command's.
import { prepare } from './steps.mjs';

/** How often to look whether npm is still there, ms: short beside the 20 s that a drain may take. */
const WATCH_MS = 250;

prepare();
await import('../packages/service/program/serve.js');

// npm dies of a SIGTERM without passing it on. Its child would serve on unseen, so it takes the loss for the signal.
if (process.env.npm_lifecycle_event === 'start') {
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, WATCH_MS);
  watch.unref();
}
