/** Imports of many pictures. @module */
import type { Route } from '../../httpDeps.ts';
import { cancelImportRoute } from './cancelImport.ts';
import { getImportRoute } from './getImport.ts';
import { importAssetsRoute } from './importAssets.ts';
import { listImportFilesRoute } from './listImportFiles.ts';
import { listImportsRoute } from './listImports.ts';
import { resumeImportRoute } from './resumeImport.ts';

export const importRoutes: readonly Route[] = [
  importAssetsRoute,
  listImportsRoute,
  getImportRoute,
  listImportFilesRoute,
  cancelImportRoute,
  resumeImportRoute,
];
