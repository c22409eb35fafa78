/** The process of manifests as it is, in which whatever would ask the network is noted first. Entry of a real child process. */
import { appendFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

globalThis.fetch = (asked) => {
  const url = asked instanceof Request ? asked.url : String(asked);
  appendFileSync(path.join(tmpdir(), `assay-asked-${process.ppid}`), `${url}\n`);
  return Promise.reject(new TypeError('noted'));
};
await import('../../../src/adapters/c2pa/credentialsProcess.ts');
