/** `assay organization limits`: numbers of one organization, by the operator. @module */
import { EXIT, type ExitCode } from '../../exitCode.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usageError.ts';
import { withOperatorJobs } from '../operator/dataFolderWork.ts';

/** Options, and the limits that they set. */
const LIMITS = {
  users: 'users',
  assets: 'assets',
  verifications: 'verificationsPerDay',
  uploads: 'uploadsPerMonth',
  storage: 'storageBytes',
} as const;

const NAMES = {
  users: 'users',
  assets: 'assets',
  verificationsPerDay: 'verifications_per_day',
  uploadsPerMonth: 'uploads_per_month',
  storageBytes: 'storage_bytes',
} as const;

interface Options extends Readonly<Partial<Record<keyof typeof LIMITS, string | undefined>>> {
  readonly dataDir?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Undefined: the plan's. */
function numberOf(option: string, text: string): number | null | undefined {
  if (text === 'none') return null;
  if (text === 'plan') return undefined;
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(number)) return number;
  throw new UsageError(`--${option} must be a whole number, none or plan, got "${text}"`);
}

export async function organizationLimits(
  terminal: Terminal,
  options: Options,
  organization: string,
): Promise<ExitCode> {
  const change = Object.fromEntries(
    Object.entries(LIMITS).flatMap(([option, limit]) => {
      const text = options[option as keyof typeof LIMITS];
      return text === undefined ? [] : [[limit, numberOf(option, text)]];
    }),
  );
  const { organizationId, slug, customLimits } = await withOperatorJobs(terminal, options.dataDir, (jobs) =>
    jobs.setLimits(organization, change),
  );
  const limits = Object.entries(NAMES).flatMap(([limit, name]) => {
    const number = customLimits[limit as keyof typeof NAMES];
    return number === undefined ? [] : [[name, number] as const];
  });
  if (options.json)
    terminal.print(JSON.stringify({ organization_id: organizationId, slug, limits: Object.fromEntries(limits) }));
  else if (limits.length === 0) terminal.print(`${slug} has the numbers of its plan`);
  else for (const [name, number] of limits) terminal.print(`${slug} ${name}: ${number ?? 'none'}`);
  return EXIT.ok;
}
