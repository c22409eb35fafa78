/** Files that somebody made to harm whoever checks bundles, or to deceive him. @module */
import { zipSync } from 'fflate';
import { signedBundle } from './signedBundle.ts';

export interface HostileBundle {
  readonly what: string;
  readonly bytes: Uint8Array;
  /** In the sentence that refuses it; of what is read and does not hold, in the claim. */
  readonly says: RegExp;
  /** True: nothing of its content is looked at. */
  readonly isRefused: boolean;
}

const ONE = new Uint8Array([1]);

/** 100,000 names, in an archive that counts them in 16 bits. */
const manyEntries = (): Uint8Array =>
  zipSync(Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`f${index}`, new Uint8Array()])), {
    level: 0,
  });

const refused = (what: string, bytes: Uint8Array, says: RegExp): HostileBundle => ({
  what,
  bytes,
  says,
  isRefused: true,
});

export function hostileBundles(): readonly HostileBundle[] {
  const good = signedBundle();
  return [
    refused('100,000 entries', manyEntries(), /more than 64 entries/),
    refused(
      'a name that leads out',
      zipSync({ '../up.json': [ONE, { level: 0 }] }),
      /"\.\.\/up\.json", which is refused/,
    ),
    refused(
      'a name from the root',
      zipSync({ '/etc/passwd': [ONE, { level: 0 }] }),
      /"\/etc\/passwd", which is refused/,
    ),
    refused('a bomb', zipSync({ 'report.json': new Uint8Array(50_000_000) }, { level: 9 }), /is packed/),
    refused('an archive that was cut off', good.subarray(0, good.length >> 1), /cut off/),
    {
      what: 'an archive whose list of entries was cut off',
      bytes: good.subarray(0, good.length - 90),
      says: /the archive is byte for byte what its entries make/,
      isRefused: false,
    },
    {
      what: 'a file whose hash is not the one that was signed',
      bytes: signedBundle({ details: 'It is genuine.' }),
      says: /report\.json is the one that the manifest names/,
      isRefused: false,
    },
  ];
}
