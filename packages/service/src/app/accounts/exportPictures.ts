/** The picture files of a person's assets, one after the other. @module */
import { extensionOf } from '../assets/assetFile.ts';
import type { Asset } from '../ports/assets/assets.ts';
import type { StoredFile } from '../ports/assets/storage.ts';
import type { Ports } from '../ports/ports.ts';
import type { Permissions } from './permissionsOf.ts';

export interface ExportedPicture {
  readonly assetId: string;
  readonly fileName: string;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Previews are left out: they can be made from the others. */
const EXPORTED = [
  { variant: 'original', action: 'asset.readOriginal' },
  { variant: 'watermarked', action: 'asset.see' },
] as const;

/** Those that the person may download. */
export async function* ownPictures(
  deps: Pick<Ports, 'files'>,
  assets: AsyncIterable<Asset>,
  may: Permissions,
): AsyncGenerator<ExportedPicture> {
  for await (const { id, organizationId, mimeType } of assets)
    for (const { variant, action } of EXPORTED) {
      const file = (await may(organizationId, action)) ? await deps.files.open(id, variant) : null;
      if (file) yield { assetId: id, fileName: `${variant}.${extensionOf(mimeType)}`, bytes: bytesOf(file) };
    }
}

/** Nothing of a file is read, and so nothing need be closed, before somebody asks for it. */
async function* bytesOf(file: StoredFile): AsyncGenerator<Uint8Array> {
  for await (const chunk of file.stream()) yield chunk as Uint8Array;
}
