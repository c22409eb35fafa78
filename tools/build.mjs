// `npm run build`: everything that the command line and the service run, after `npm ci`.
import { prepare } from './steps.mjs';

prepare();
