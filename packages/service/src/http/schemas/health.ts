/** Answers of the health routes. @module */
import { z } from 'zod';
import { EXAMPLE_TIME, Timestamp } from './common.ts';

const Check = z.enum(['healthy', 'unhealthy', 'disabled']);

const problems = z.array(z.string()).describe('Sentences for the operator; empty if there is nothing to say.');

export const HealthBody = z
  .object({
    status: z.enum(['healthy', 'degraded', 'unhealthy']),
    version: z.string().meta({ example: '0.1.0' }),
    timestamp: Timestamp,
    checks: z.object({
      database: Check,
      cache: Check.describe(
        'Where requests are counted. `disabled`: no shared store is configured, this process counts by itself.',
      ),
      ml_models: Check.describe('The workers that mark, read and compare pictures.'),
      transparency_log: Check.describe(
        '`unhealthy`: what is stored is not what was signed, or fewer witnesses cosigned it than the operator wants. `problems` says what.',
      ),
    }),
    problems,
  })
  .meta({
    id: 'Health',
    description: 'How the service is.',
    example: {
      status: 'healthy',
      version: '0.1.0',
      timestamp: EXAMPLE_TIME,
      checks: { database: 'healthy', cache: 'disabled', ml_models: 'healthy', transparency_log: 'healthy' },
      problems: [],
    },
  });

export const AliveBody = z
  .object({ status: z.enum(['healthy', 'degraded', 'unhealthy']), timestamp: Timestamp, problems })
  .meta({ id: 'Alive', description: 'One word for orchestrators.' });

export const ServiceBody = z
  .object({
    has_accounts: z.boolean().describe('False: whoever comes first makes the first account.'),
    password_chars_min: z.int().describe('Characters that a new password has at least.').meta({ example: 8 }),
    upload_bytes_max: z.int().describe('The largest picture file, bytes.').meta({ example: 52_428_800 }),
    import_bytes_max: z
      .int()
      .describe('The largest archive that an import takes, bytes.')
      .meta({ example: 1_073_741_824 }),
  })
  .meta({ id: 'Service', description: 'What pages say before anybody signs in.' });
