/** English. Keys are `place.thing`; plural messages end in `.one` and `.other`. @module */
import { account } from './en/account.ts';
import { assets } from './en/assets.ts';
import { frame } from './en/frame.ts';
import { organization } from './en/organization.ts';
import { settings } from './en/settings.ts';
import { upload } from './en/upload.ts';
import { verify } from './en/verify.ts';

export const en = { ...frame, ...verify, ...account, ...upload, ...assets, ...settings, ...organization } as const;
