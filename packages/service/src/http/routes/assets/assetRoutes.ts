/** Pictures that are registered. @module */
import type { Route } from '../../httpDeps.ts';
import { assetReportPageRoute } from './assetReportPage.ts';
import { assetReportPdfRoute } from './assetReportPdf.ts';
import { deleteAssetRoute } from './deleteAsset.ts';
import { deleteAssetsRoute } from './deleteAssets.ts';
import { editAssetRoute } from './editAsset.ts';
import { getAssetRoute } from './getAsset.ts';
import { getCommitmentsRoute } from './getCommitments.ts';
import { getFingerprintRoute } from './getFingerprint.ts';
import { getMatchesRoute } from './getMatches.ts';
import { getProvenanceRoute } from './getProvenance.ts';
import { getWatermarkRoute } from './getWatermark.ts';
import { listAssetsRoute } from './listAssets.ts';
import { reprocessAssetRoute } from './reprocessAsset.ts';
import { restoreAssetRoute } from './restoreAsset.ts';
import { revokeAssetRoute } from './revokeAsset.ts';
import { searchAssetsRoute } from './searchAssets.ts';
import { searchByImageRoute } from './searchByImage.ts';
import { uploadAssetRoute } from './uploadAsset.ts';
import { uploadAssetsRoute } from './uploadAssets.ts';

export const assetRoutes: readonly Route[] = [
  uploadAssetRoute,
  listAssetsRoute,
  searchAssetsRoute,
  getAssetRoute,
  editAssetRoute,
  deleteAssetRoute,
  getWatermarkRoute,
  getFingerprintRoute,
  uploadAssetsRoute,
  deleteAssetsRoute,
  searchByImageRoute,
  revokeAssetRoute,
  restoreAssetRoute,
  reprocessAssetRoute,
  getProvenanceRoute,
  getMatchesRoute,
  getCommitmentsRoute,
  assetReportPdfRoute,
  assetReportPageRoute,
];
