/** An organization as a person names it. @module */
import { AppError } from '@assay/core/errors';
import { eq } from 'drizzle-orm';
import type { Database } from '../connection/database.ts';
import { organizations } from '../schema/organizations.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @param name its id or slug @throws {AppError} ORGANIZATION_NOT_FOUND */
export async function organizationIdOf(database: Database, name: string): Promise<string> {
  const named = UUID.test(name) ? eq(organizations.id, name.toLowerCase()) : eq(organizations.slug, name);
  const [found] = await database.read((queries) =>
    queries.select({ id: organizations.id }).from(organizations).where(named),
  );
  if (!found) throw new AppError('ORGANIZATION_NOT_FOUND', `There is no organization "${name}".`);
  return found.id;
}
