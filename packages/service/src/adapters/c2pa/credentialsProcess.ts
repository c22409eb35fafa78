/**
 * Entry of a child process that reads manifests and builds those that are signed. It holds no key: what needs one it asks of
 * its parent, and only while it signs.
 * @module
 */
import { serveFrames } from '../processes/serveFrames.ts';
import { closeNetwork, installBrowserParts } from './browserParts.ts';
import type { ReadFrame, SignFrame } from './credentialFrames.ts';
import { readCredentials, readCrJson } from './readCredentials.ts';
import { buildSigned, keyHolderBehind } from './signCredentials.ts';
import { loadC2pa } from './wasmModule.ts';

installBrowserParts();
closeNetwork();
// Before it says that it is ready: no job's time goes into it.
await loadC2pa();

const inUtf8 = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value));

const NONE = new Uint8Array();

serveFrames(async ({ head, blobs: [bytes = NONE, parent = NONE, pdq = NONE, thumbnail = NONE] }, askParent) => {
  const job = head as unknown as ReadFrame | SignFrame;
  if (job.kind === 'read') {
    if (job.form === 'reading') {
      const remote = job.remote ? { address: job.remote, store: parent } : null;
      return { head: {}, blobs: [inUtf8(await readCredentials(bytes, job.trust, remote))] };
    }
    return { head: {}, blobs: [Buffer.from((await readCrJson(bytes, job.trust)) ?? 'null')] };
  }
  const facts = { ...job.facts, pdq: pdq.length === 0 ? null : pdq };
  const { bytes: file, ...found } = await buildSigned(
    { bytes, parent, facts, ...(thumbnail.length === 0 ? {} : { thumbnail }) },
    { ...job.shape, ...keyHolderBehind(askParent) },
  );
  return { head: found, blobs: [file] };
});
