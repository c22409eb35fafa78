/** The built service of a checkout, this one or an older one beside it. @module */
import { existsSync } from 'node:fs';
import path from 'node:path';

/** What `npm start` runs there; older versions have no program. */
export function serviceEntry(checkout: string): string {
  const service = path.join(checkout, 'packages/service');
  const program = path.join(service, 'program/serve.js');
  return existsSync(program) ? program : path.join(service, 'dist/serve.js');
}
