// Makes the empty database that a new data folder starts from (packages/service/prepared), if there is none of this version.
// Run by the build, after the compiler.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openDatabase } from '../../packages/service/dist/adapters/db/connection/open.js';
import { preparedFile } from '../../packages/service/dist/adapters/db/connection/preparedDatabase.js';
import { packFolder } from '../../packages/service/dist/adapters/db/embedded/folderArchive.js';

const file = preparedFile();
if (!fs.existsSync(file)) {
  // Those of other versions go.
  fs.rmSync(path.dirname(file), { recursive: true, force: true });
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-prepared-'));
  try {
    await (await openDatabase({ dataDir })).close();
    // Whoever starts meanwhile sees all of it or nothing.
    fs.writeFileSync(`${file}.partial`, packFolder(path.join(dataDir, 'database')));
    fs.renameSync(`${file}.partial`, file);
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}
