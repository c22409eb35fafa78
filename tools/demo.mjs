// `npm run demo [-- PHOTO]`: installs what is missing, builds what is stale, runs the demonstration.
import { prepare } from './steps.mjs';

prepare();
const { runDemo } = await import('../packages/cli/dist/demo/runDemo.js');
process.exitCode = await runDemo(process.argv.slice(2));
