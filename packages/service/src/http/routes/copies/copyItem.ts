/** What the routes of one recipient copy share. @module */
import { ASSET_ITEM } from '../assets/assetItem.ts';

export const COPY_ITEM = [...ASSET_ITEM, 'FORBIDDEN', 'COPY_NOT_FOUND'] as const;
