/** Our soft bindings: their names in the manner of the C2PA list (reversed domain, what it is, its version) and values. @module */
import { byTrack } from '@assay/core/watermark/tracks';
import {
  type Credentials,
  markBindingValue,
  type SigningFacts,
  type SoftBinding,
} from '../../app/ports/credentials/credentials.ts';

/** @param namespace reversed domain name, for instance `org.example` */
export const softBindingNames = (namespace: string): Credentials['algorithms'] => ({
  tracks: byTrack((id) => `${namespace}.track-${id}.1`),
  fingerprint: `${namespace}.pdq.1`,
});

export function softBindingsOf({ marks, pdq }: SigningFacts, namespace: string): SoftBinding[] {
  const names = softBindingNames(namespace);
  const tracks = marks.map(({ track, names: uuid }) => ({
    algorithm: names.tracks[track],
    value: markBindingValue(uuid),
  }));
  return pdq ? [...tracks, { algorithm: names.fingerprint, value: Buffer.from(pdq).toString('base64') }] : tracks;
}
