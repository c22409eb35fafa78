/** Encryption, publication and pins have no fakes: tests of them run on the repositories. @module */
import { archiveFormat } from '../../src/adapters/archive/archiveFile.ts';
import { blocks } from '../../src/adapters/content/blocks.ts';
import type { Ports } from '../../src/app/ports/ports.ts';
import { memoryFiles } from './memoryFiles.ts';
import { onlyInDatabase } from './onlyInDatabase.ts';

export const contentInDatabase = (): Pick<
  Ports,
  | 'assetKeys'
  | 'storedFiles'
  | 'storedBytes'
  | 'blocks'
  | 'publishedContent'
  | 'pins'
  | 'archives'
  | 'archiveStore'
  | 'archiveFormat'
> => ({
  assetKeys: {
    make: onlyInDatabase('assetKeys.make'),
    open: onlyInDatabase('assetKeys.open'),
    rotate: onlyInDatabase('assetKeys.rotate'),
  },
  storedFiles: memoryFiles(),
  storedBytes: { open: onlyInDatabase('storedBytes.open') },
  archives: {
    add: onlyInDatabase('archives.add'),
    latest: onlyInDatabase('archives.latest'),
    due: onlyInDatabase('archives.due'),
    recordCheck: onlyInDatabase('archives.recordCheck'),
  },
  archiveStore: {
    put: onlyInDatabase('archiveStore.put'),
    read: onlyInDatabase('archiveStore.read'),
    open: onlyInDatabase('archiveStore.open'),
  },
  archiveFormat,
  blocks,
  publishedContent: {
    publish: onlyInDatabase('publishedContent.publish'),
    withdraw: onlyInDatabase('publishedContent.withdraw'),
    list: onlyInDatabase('publishedContent.list'),
    find: onlyInDatabase('publishedContent.find'),
    below: onlyInDatabase('publishedContent.below'),
  },
  pins: {
    isOn: false,
    want: onlyInDatabase('pins.want'),
    unwant: onlyInDatabase('pins.unwant'),
    list: onlyInDatabase('pins.list'),
    due: onlyInDatabase('pins.due'),
    record: onlyInDatabase('pins.record'),
    forget: onlyInDatabase('pins.forget'),
    isShared: onlyInDatabase('pins.isShared'),
  },
});
