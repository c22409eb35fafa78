/** `assay verify --offline`: what a picture says of itself, without any service. No verdict: there is nothing to compare with. @module */
import { createHash } from 'node:crypto';
import { pdq, pdqHex } from '@assay/core/fingerprint/pdq';
import { TRACK_IDS } from '@assay/core/watermark/tracks';
import { createCredentials } from '@assay/service/adapters/c2pa/credentials';
import { c2paMetadata } from '@assay/service/app/credentials/c2paMetadata';
import { trustLists } from '@assay/service/compose/credentials';
import { readConfig } from '@assay/service/config/config';
import { eachPicture } from '../../batch.ts';
import type { ExitCode } from '../../exitCode.ts';
import { decodePicture } from '../../pictureFile.ts';
import type { Picture } from '../../pictures.ts';
import { formatTable } from '../../table.ts';
import type { Terminal } from '../../terminal.ts';
import { openWatermarker } from '../../watermark/watermarker.ts';

interface Options {
  readonly json?: boolean | undefined;
  readonly keyFile?: string | undefined;
}

export async function verifyOffline(
  terminal: Terminal,
  { json, keyFile }: Options,
  pictures: readonly Picture[],
): Promise<ExitCode> {
  // Settings of a service do not matter here, nor what is wrong with them.
  const config = readConfig({});
  const trust = await trustLists(config);
  const credentials = createCredentials({ trust, signing: null, namespace: config.c2paNamespace, startedAhead: 0 });
  const marks = await openWatermarker({ tracks: TRACK_IDS.join(''), keyFile }, terminal);
  try {
    const { failure } = await eachPicture(terminal, pictures, async ({ name }, file) => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const raster = await decodePicture(bytes);
      const { detected, payload, tracks } = marks.extract(raster);
      const found = {
        sha256: createHash('sha256').update(bytes).digest('hex'),
        pdq_hash: pdqHex(pdq(raster).hash),
        watermark: {
          detected,
          payload,
          tracks: Object.fromEntries(Object.entries(tracks).map(([id, track]) => [id, track.detected])),
        },
        c2pa: c2paMetadata(await credentials.read(bytes)),
      };
      terminal.print(json ? JSON.stringify({ file: name, ...found }) : textOf(name, found));
    });
    return failure;
  } finally {
    await credentials.close();
  }
}

interface Found {
  readonly sha256: string;
  readonly pdq_hash: string;
  readonly watermark: { readonly detected: boolean; readonly payload: string | null };
  readonly c2pa: object | null;
}

function textOf(name: string, { sha256, pdq_hash, watermark, c2pa }: Found): string {
  const state = c2pa && 'validation_state' in c2pa ? String(c2pa.validation_state) : 'none';
  const rows = [
    ['    SHA-256', sha256],
    ['    fingerprint', pdq_hash],
    ['    watermark', watermark.detected ? `read, payload ${watermark.payload}` : 'none read with this key'],
    ['    Content Credentials', state],
  ];
  return `${name}: read without a service, so without a verdict\n${formatTable(rows)}`;
}
