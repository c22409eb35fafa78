/** English, whole. Keys are `place.thing`; plural messages end in `.one` and `.other`. @module */
import { account } from './en/account.ts';
import { asset } from './en/asset.ts';
import { assets } from './en/assets.ts';
import { dispute } from './en/dispute.ts';
import { docs } from './en/docs.ts';
import { frame } from './en/frame.ts';
import { gallery } from './en/gallery.ts';
import { imports } from './en/imports.ts';
import { record } from './en/record.ts';
import { shared } from './en/shared.ts';
import { organization } from './en/organization.ts';
import { others } from './en/others.ts';
import { picture } from './en/picture.ts';
import { settings } from './en/settings.ts';
import { share } from './en/share.ts';
import { start } from './en/start.ts';
import { upload } from './en/upload.ts';
import { verdict } from './en/verdict.ts';
import { verify } from './en/verify.ts';
import { webhooks } from './en/webhooks.ts';

export const en = {
  ...frame,
  ...start,
  ...verdict,
  ...verify,
  ...picture,
  ...dispute,
  ...share,
  ...account,
  ...upload,
  ...gallery,
  ...imports,
  ...record,
  ...shared,
  ...assets,
  ...asset,
  ...settings,
  ...organization,
  ...webhooks,
  ...others,
  ...docs,
} as const;
