// `npm start`: installs what is missing, builds what is stale, serves. The service runs in this very process, so that
// SIGTERM and SIGINT reach it directly and its exit code is the command's.
import { prepare } from './steps.mjs';

prepare();
await import('../packages/service/dist/serve.js');
