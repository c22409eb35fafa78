/** Bodies of the login on a device: RFC 8628. @module */
import { z } from 'zod';
import { boundedText, Timestamp } from '../common.ts';

const EXAMPLE_USER_CODE = 'WDJB-MJHT';

export const DeviceAuthorizeBody = z
  .object({
    client_id: z.string().max(100).optional().describe('RFC 8628 asks for it; nothing depends on it here.'),
    client_name: boundedText(100)
      .optional()
      .describe('What the person is shown, beside the address that asks.')
      .meta({ example: 'Command line on newsroom-3' }),
  })
  .meta({ id: 'DeviceAuthorize', description: 'RFC 8628, 3.1.' });

export const DeviceCodesBody = z
  .object({
    device_code: z.string().describe('For the program alone.'),
    user_code: z.string().describe('For the person.').meta({ example: EXAMPLE_USER_CODE }),
    verification_uri: z
      .string()
      .describe('Where the person types it.')
      .meta({ example: 'http://127.0.0.1:8080/device' }),
    verification_uri_complete: z
      .string()
      .describe('The same with the code in it.')
      .meta({ example: `http://127.0.0.1:8080/device?code=${EXAMPLE_USER_CODE}` }),
    expires_in: z.int().describe('Seconds for which both codes work.').meta({ example: 900 }),
    interval: z.int().describe('Least seconds between two requests for the tokens.').meta({ example: 5 }),
  })
  .meta({ id: 'DeviceCodes', description: 'RFC 8628, 3.2.' });

/** Nothing is required by the schema: what is missing is told in the words of RFC 6749, 5.2. */
export const DeviceTokenBody = z
  .object({
    grant_type: z
      .string()
      .max(100)
      .optional()
      .describe('`urn:ietf:params:oauth:grant-type:device_code`.')
      .meta({ example: 'urn:ietf:params:oauth:grant-type:device_code' }),
    device_code: z.string().max(200).optional(),
    client_id: z.string().max(100).optional().describe('As in the first request.'),
  })
  .meta({ id: 'DeviceTokenRequest', description: 'RFC 8628, 3.4.' });

export const UserCodeParams = z.object({
  user_code: z.string().max(40).describe('In any case, with or without the dash.').meta({ example: EXAMPLE_USER_CODE }),
});

export const WaitingDevice = z
  .object({
    user_code: z.string().meta({ example: EXAMPLE_USER_CODE }),
    client_name: z.string().nullable().describe('As the program calls itself: it may lie.'),
    ip: z.string().nullable().describe('The address that asks.').meta({ example: '203.0.113.7' }),
    user_agent: z.string().nullable(),
    created_at: Timestamp,
    expires_at: Timestamp,
  })
  .meta({ id: 'WaitingDevice', description: 'A program that waits until a person allows its login.' });

export const DeviceDecisionBody = z
  .object({ allow: z.boolean().describe('`false` refuses it.') })
  .meta({ id: 'DeviceDecision', description: 'What the person says to a login on a device.' });
