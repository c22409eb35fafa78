/** Takes an import over: judged whole, written down, worked on behind the answer. @module */
import type { Caller } from '../accounts/caller.ts';
import { actingOrganization } from '../actingOrganization.ts';
import { authorize } from '../policy.ts';
import type { OpenSource, ReceivedArchive } from '../ports/imports/importSources.ts';
import type { ImportOptions, ImportProgress, ImportSourceKind } from '../ports/imports/imports.ts';
import type { Ports } from '../ports/ports.ts';
import { EACH_TIME, type Once } from '../ports/runtime/idempotency.ts';

type Deps = Pick<Ports, 'memberships' | 'imports' | 'importSources' | 'ids' | 'clock'>;

export interface ImportInput {
  readonly organizationId: string | null;
  readonly options: ImportOptions;
  /** One of the two. */
  readonly archive: (ReceivedArchive & { readonly fileName: string | null }) | null;
  readonly prefix: string | null;
}

/** Imports of one organization that have not ended: each keeps an archive on the disk. */
export const UNFINISHED_MAX = 10;

/**
 * The archive is the import's from now on.
 * @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN; VALIDATION_ERROR with what is wrong with the archive or the prefix;
 *   RATE_LIMITED when too many are unfinished
 */
export async function beginImport(
  deps: Deps,
  caller: Caller,
  input: ImportInput,
  once: Once = EACH_TIME,
): Promise<ImportProgress> {
  const acting = await actingOrganization(deps, caller, input.organizationId);
  authorize(acting, 'asset.write');
  const before = once.made?.['id'] ? await deps.imports.find(once.made['id']) : null;
  if (before) return before;
  // Before the archive is judged; the row looks again.
  await deps.imports.assertRoom(acting.organization.id, UNFINISHED_MAX);
  return begin(deps, caller, acting.organization.id, { ...input, once });
}

async function begin(
  deps: Deps,
  caller: Caller,
  organizationId: string,
  { archive, prefix, options, once }: ImportInput & { readonly once: Once },
): Promise<ImportProgress> {
  const source = await openSource(deps, { archive, prefix, organizationId });
  try {
    const id = archive?.importId ?? deps.ids.uuid();
    const job = {
      id,
      organizationId,
      userId: caller.user.id,
      apiKeyId: caller.kind === 'key' ? caller.key.id : null,
      kind: source.kind,
      source: archive ? archive.fileName : prefix,
      options,
      createdAt: deps.clock.now(),
    };
    if (archive) await deps.importSources.keep(archive);
    try {
      await once.making({ id }, () => deps.imports.add(job, source.entries, UNFINISHED_MAX));
    } catch (error) {
      await deps.importSources.remove(id);
      throw error;
    }
    const progress = await deps.imports.find(id);
    if (!progress) throw new Error('an import vanished as it began');
    return progress;
  } finally {
    await source.close();
  }
}

async function openSource(
  { importSources }: Deps,
  { archive, prefix, organizationId }: Pick<ImportInput, 'archive' | 'prefix'> & { readonly organizationId: string },
): Promise<OpenSource & { readonly kind: ImportSourceKind }> {
  if (archive) return importSources.openReceived(archive);
  return { ...(await importSources.openPrefix(prefix ?? '', organizationId)), kind: 'prefix' };
}
