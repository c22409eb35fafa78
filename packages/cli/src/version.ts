/** The version of Assay, from package.json. @module */
import { readFileSync } from 'node:fs';

export const { version: VERSION } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
