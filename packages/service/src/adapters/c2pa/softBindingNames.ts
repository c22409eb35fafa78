/** Names of our soft bindings in the manner of the C2PA list: reversed domain, what it is, its version. @module */
import type { Credentials } from '../../app/ports/credentials.ts';

/** @param namespace reversed domain name, for instance `org.example` */
export const softBindingNames = (namespace: string): Credentials['algorithms'] => ({
  tracks: { a: `${namespace}.track-a.1`, b: `${namespace}.track-b.1`, c: `${namespace}.track-c.1` },
  fingerprint: `${namespace}.pdq.1`,
});
