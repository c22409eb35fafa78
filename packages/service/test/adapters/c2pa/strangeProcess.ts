/** A process of manifests that somebody took over, or that fails. Entry of a real child process; the trust list says how. */
import { serveFrames } from '../../../src/adapters/processes/serveFrames.ts';

const claim = (): Uint8Array => Buffer.from('a claim of anybody');

serveFrames(async ({ head, blobs }, askParent) => {
  if (head.kind === 'sign') {
    if (blobs[0]?.length === 0) return { head: { ids: 'none' }, blobs: [] };
    if (blobs[0]?.length === 1) {
      await askParent({ head: { want: 'signature' }, blobs: [claim()] });
      await askParent({ head: { want: 'signature' }, blobs: [claim()] });
    }
    if (blobs[0]?.length === 2)
      await askParent({ head: { want: 'key', bytesSha256: 'x', parentSha256: 'y' }, blobs: [] });
    if (blobs[0]?.length === 3) await askParent({ head: { want: 'signature' }, blobs: [new Uint8Array(2 ** 20 + 1)] });
    const seen = blobs.map((blob) => Buffer.from(blob).toString('latin1'));
    throw new Error(JSON.stringify([head, seen, process.env, process.argv]));
  }
  switch ((head.trust as { anchors: string }).anchors) {
    case 'crash':
      process.kill(process.pid, 'SIGSEGV');
      return new Promise(() => {});
    case 'hang':
      for (;;);
    case 'lie':
      return { head: {}, blobs: [Buffer.from('{"present": "yes"}')] };
    case 'ask':
      return askParent({ head: { want: 'signature' }, blobs: [claim()] });
    default:
      return { head: {}, blobs: [Buffer.from('no JSON')] };
  }
});
