// Lets a worker thread of a checkout load TypeScript. On Node 20 `--import tsx` registers in the main thread only.
// A build never loads this file.
import { register } from 'tsx/esm/api';

register();
