/** The port `Blocks` by multiformats, @ipld/car and the UnixFS importer. @module */
import { CID } from 'multiformats/cid';
import { base32 } from 'multiformats/bases/base32';
import { base36 } from 'multiformats/bases/base36';
import { base58btc } from 'multiformats/bases/base58';
import type { Blocks } from '../../app/ports/content/blocks.ts';
import { carBlock, carHeader, isBlockOf } from './car.ts';
import { unixfsDag } from './unixfsDag.ts';

/** Bases that CIDs are written in: version 0 and `z...`, `b...`, `k...`. */
const BASES = base32.decoder.or(base58btc.decoder).or(base36.decoder);
/** Longer texts are no CID of a hash that anybody uses. */
const CID_CHARS_MAX = 200;

export const blocks: Blocks = {
  dagOf: unixfsDag,
  canonicalCid(text) {
    if (text.length > CID_CHARS_MAX) return null;
    try {
      return CID.parse(text, BASES).toV1().toString(base32);
    } catch {
      return null;
    }
  },
  isBlockOf: (cid, bytes) => isBlockOf(CID.parse(cid), bytes),
  carHeader: (root) => carHeader([CID.parse(root)]),
  carBlock: (cid, bytes) => carBlock(CID.parse(cid), bytes),
};
