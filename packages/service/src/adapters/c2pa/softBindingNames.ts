/** Names of our soft bindings in the manner of the C2PA list: reversed domain, what it is, its version. @module */
import { byTrack } from '@assay/core/watermark/tracks';
import type { Credentials } from '../../app/ports/credentials/credentials.ts';

/** @param namespace reversed domain name, for instance `org.example` */
export const softBindingNames = (namespace: string): Credentials['algorithms'] => ({
  tracks: byTrack((id) => `${namespace}.track-${id}.1`),
  fingerprint: `${namespace}.pdq.1`,
});
