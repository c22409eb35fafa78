/** What the steps of a sign-in through a provider share. @module */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { HttpSettings } from '../../httpDeps.ts';

export const REDIRECT = z.undefined().describe('To the address in `Location`.');

export const callbackUrl = ({ publicBaseUrl }: HttpSettings): string => `${publicBaseUrl()}/v1/auth/oauth/callback`;

/** Browsers ask for pages; a program says that it wants JSON. */
export const wantsJson = ({ headers: { accept = '' } }: FastifyRequest): boolean =>
  /\bapplication\/(?:problem\+)?json\b/i.test(accept) && !/\btext\/html\b/i.test(accept);
