/**
 * Where things lie in a backup, a folder:
 *     backup.json               the manifest: written last, with a code that only the service's key makes
 *     database/TABLE.jsonl      a line for each row
 *     files.jsonl               a line for each file that rows name
 *     files/XX/ASSET/VARIANT    as they lie in the store of pictures, encrypted ones sealed
 *     archive/XX/CID.car
 *     folder/PATH               small files of the data folder
 * Until it is complete its name ends in `.partial`. Names are made here of ids that were checked; none comes from a manifest as a path.
 * @module
 */
import path from 'node:path';
import { assertStoredName } from '../../app/ports/assets/storage.ts';
import { BackupRefused, type BackupPart } from '../../app/ports/backup/backup.ts';
import type { FilePlace } from '../../app/ports/backup/storedFiles.ts';

export const MANIFEST_FILE = 'backup.json';
export const KEPT_FOLDER = 'folder';

const TABLE_NAME = /^[a-z][a-z0-9_]{0,62}$/;
const CID_TEXT = /^b[a-z2-7]{20,100}$/;
/** What of a data folder a backup holds, whole folders too. */
export const KEPT_ENTRIES = ['secrets.json', 'c2pa-development.pem', 'ledger', 'transparency'] as const;

/** Files of the data folder that a backup holds: what is kept beside the database and cannot be made again. */
const KEPT_PATH = /^(?:secrets\.json|c2pa-development\.pem|(?:ledger|transparency)\/[A-Za-z0-9][A-Za-z0-9._-]{0,100})$/;
const UNFINISHED = /\.(?:partial|tmp)$/;

export const isKeptPath = (name: string): boolean => KEPT_PATH.test(name) && !UNFINISHED.test(name);

const checked = (name: string, shape: (name: string) => boolean): string => {
  if (!shape(name)) throw new BackupRefused(`The backup names "${name}", which no backup has.`, 'damaged');
  return name;
};

export const partialOf = (folder: string): string => `${folder}.partial`;

/** Of `BackupPart`, relative to the backup. */
export function pathOf(part: BackupPart): string {
  switch (part.kind) {
    case 'table':
      return path.join('database', `${checked(part.name, (name) => TABLE_NAME.test(name))}.jsonl`);
    case 'list':
      return 'files.jsonl';
    case 'kept':
      return path.join(KEPT_FOLDER, checked(part.path, isKeptPath));
    case 'file':
      return pathOfFile(part.place);
  }
}

function pathOfFile(place: FilePlace): string {
  if (place.kind === 'archive')
    return path.join('archive', checked(place.cid, (cid) => CID_TEXT.test(cid)).slice(-2), `${place.cid}.car`);
  assertStoredName(place.assetId, place.variant);
  return path.join('files', place.assetId.slice(0, 2), place.assetId, place.variant);
}
