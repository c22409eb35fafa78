/** English. Keys are `place.thing`; plural messages end in `.one` and `.other`. @module */
import { account } from './en/account.ts';
import { frame } from './en/frame.ts';
import { verify } from './en/verify.ts';

export const en = { ...frame, ...verify, ...account } as const;
