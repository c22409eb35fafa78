/** Content Credentials of toy pictures: none, unless a test says otherwise; nothing is signed. @module */
import { softBindingNames } from '../../src/adapters/c2pa/softBindingNames.ts';
import { noCredentials } from '../../src/adapters/c2pa/storeSummary.ts';
import type { CredentialReading, Credentials } from '../../src/app/ports/credentials/credentials.ts';

export interface ToyCredentials extends Credentials {
  /** What every file says from now on. */
  readAs(reading: Partial<CredentialReading>): void;
}

export function toyCredentials(): ToyCredentials {
  let reading: CredentialReading = noCredentials();
  return {
    readAs: (change) => void (reading = { ...noCredentials(), present: true, state: 'valid', ...change }),
    read: async () => reading,
    readCrJson: async () => null,
    sign: async () => {
      throw new Error('a toy signs nothing');
    },
    signs: false,
    thumbnails: false,
    manifestStore: () => null,
    activeManifest: () => null,
    algorithms: softBindingNames('test.assay'),
    close: async () => {},
  };
}
