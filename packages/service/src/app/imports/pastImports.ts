/** What owners ask of their imports, and do to them. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { actingIn, actingOrganization } from '../actingOrganization.ts';
import { type Action, authorize } from '../policy.ts';
import type { Page, PageRequest } from '../ports/assets/assets.ts';
import type { ImportFile, ImportFileState, ImportProgress } from '../ports/imports/imports.ts';
import type { Ports } from '../ports/ports.ts';

type Deps = Pick<Ports, 'memberships' | 'imports' | 'importSources' | 'clock'>;

/** @throws {AppError} IMPORT_NOT_FOUND, the same for one of a foreign organization; FORBIDDEN */
export async function importFor(deps: Deps, caller: Caller, id: string, action: Action): Promise<ImportProgress> {
  const found = await deps.imports.find(id);
  const acting = found && (await actingIn(deps, caller, found.organizationId));
  if (!found || !acting) throw new AppError('IMPORT_NOT_FOUND', 'There is no such import.');
  authorize(acting, action);
  return found;
}

/** @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN */
export async function listImports(
  deps: Deps,
  caller: Caller,
  organizationId: string | null,
  page: PageRequest,
): Promise<Page<ImportProgress>> {
  const acting = await actingOrganization(deps, caller, organizationId);
  authorize(acting, 'asset.see');
  return deps.imports.list(acting.organization.id, page);
}

/** @throws {AppError} as `importFor` */
export async function importFiles(
  deps: Deps,
  caller: Caller,
  id: string,
  { state, ...page }: PageRequest & { readonly state?: ImportFileState | undefined },
): Promise<Page<ImportFile>> {
  await importFor(deps, caller, id, 'asset.see');
  return deps.imports.files(id, page, state);
}

/** What it made so far stays. @throws {AppError} as `importFor`; CONFLICT when it has ended */
export async function cancelImport(deps: Deps, caller: Caller, id: string): Promise<ImportProgress> {
  await importFor(deps, caller, id, 'asset.write');
  const moved = await deps.imports.move(id, ['waiting', 'running', 'paused'], 'cancelled', null, deps.clock.now());
  if (!moved) throw new AppError('CONFLICT', 'This import has ended.');
  await deps.importSources.remove(id);
  return importFor(deps, caller, id, 'asset.see');
}

/** Goes on with the files that wait. @throws {AppError} as `importFor`; CONFLICT unless it is paused */
export async function resumeImport(deps: Deps, caller: Caller, id: string): Promise<ImportProgress> {
  await importFor(deps, caller, id, 'asset.write');
  const moved = await deps.imports.move(id, ['paused'], 'waiting', null, deps.clock.now());
  if (!moved) throw new AppError('CONFLICT', 'Only a paused import can go on.');
  return importFor(deps, caller, id, 'asset.see');
}
