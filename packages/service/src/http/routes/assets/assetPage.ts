/** What the routes share that answer pages of assets. @module */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { assetLinks } from '../../../app/assets/assetLinks.ts';
import type { Asset, AssetFilter, Page, PageRequest } from '../../../app/ports/assets/assets.ts';
import type { HttpDeps } from '../../httpDeps.ts';
import { pageView } from '../../request/paging.ts';
import { sentFields } from '../../request/sentFields.ts';
import { assetView } from '../../views/asset.ts';

interface SentFilters {
  readonly tags?: string[] | undefined;
  readonly status?: AssetFilter['status'] | undefined;
  readonly created_from?: Date | undefined;
  readonly created_to?: Date | undefined;
}

/** What the list and the search are filtered by alike. */
export const filtersOf = ({ tags, status, created_from, created_to }: SentFilters): Omit<AssetFilter, 'mimeType'> => ({
  ...(tags && tags.length > 0 ? { tags } : {}),
  ...sentFields({ status, createdFrom: created_from, createdTo: created_to }),
});

/** @param more of each asset beside the record */
export async function answerPage<One extends Asset, More extends object>(
  { ports, settings }: HttpDeps,
  [request, reply]: readonly [FastifyRequest, FastifyReply],
  asked: PageRequest,
  { items, total }: Page<One>,
  more: (asset: One) => More,
) {
  const base = settings.publicBaseUrl();
  const views = items.map(async (asset) => ({
    ...assetView(asset, await assetLinks(ports, asset), base),
    ...more(asset),
  }));
  return pageView(settings, request, reply, asked, { items: await Promise.all(views), total });
}
