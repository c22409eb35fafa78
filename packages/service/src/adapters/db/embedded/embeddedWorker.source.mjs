// Starts embeddedWorker.ts in a checkout that runs without a build (development, tests); a build starts the .js itself.
// `--import tsx` would not do: on Node 20 a worker reads its entry before that loader is in place.
import { register } from 'tsx/esm/api';

register();
await import('./embeddedWorker.ts');
