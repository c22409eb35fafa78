/** Recipient copies of an asset. @module */
import type { Route } from '../../httpDeps.ts';
import { deleteCopyRoute } from './deleteCopy.ts';
import { downloadCopyRoute } from './downloadCopy.ts';
import { getCopyRoute } from './getCopy.ts';
import { listCopiesRoute } from './listCopies.ts';
import { makeCopyRoute } from './makeCopy.ts';

export const copyRoutes: readonly Route[] = [
  makeCopyRoute,
  listCopiesRoute,
  getCopyRoute,
  downloadCopyRoute,
  deleteCopyRoute,
];
