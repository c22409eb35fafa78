import { deflateSync } from 'node:zlib';
import { assert, integer, nat, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMetadata } from '../../../src/adapters/codec/readMetadata.ts';
import { rawSharp, waves } from './pictures.ts';

const XMP = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:CreatorTool="Darkroom 3">
 <dc:subject><rdf:Bag><rdf:li>lake</rdf:li><rdf:li>hill</rdf:li></rdf:Bag></dc:subject>
 <dc:title><rdf:Alt><rdf:li xml:lang="x-default">At the lake</rdf:li></rdf:Alt></dc:title>
 </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

const picture = () => rawSharp(waves(64, 48, 3));
const FORMATS = ['jpeg', 'png', 'webp', 'tiff'] as const;
const withXmp = (format: (typeof FORMATS)[number], packet = XMP): Promise<Buffer> =>
  picture().withXmp(packet)[format]().toBuffer();

/** IPTC-IIM, 1.5: a data set of record 2 with its number, length and value. */
function dataSet(number: number, text: string): Buffer {
  const value = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x1c, 2, number, value.length >> 8, value.length & 0xff]), value]);
}
const RECORDS = Buffer.concat([
  dataSet(5, 'At the lake'),
  dataSet(25, 'lake'),
  dataSet(25, 'hill'),
  dataSet(80, 'Ada'),
]);
const IPTC = { 'Object Name': 'At the lake', Keywords: ['lake', 'hill'], 'By-line': 'Ada' };

function jpegWithIptc(jpeg: Buffer): Buffer {
  const head = Buffer.from('Photoshop 3.0\x008BIM\x04\x04\0\0\0\0\0\0', 'latin1');
  head.writeUInt32BE(RECORDS.length, head.length - 4);
  const body = Buffer.concat([head, RECORDS, Buffer.alloc(RECORDS.length % 2)]);
  const segment = Buffer.from([0xff, 0xed, (body.length + 2) >> 8, (body.length + 2) & 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), segment, body, jpeg.subarray(2)]);
}

/** A TIFF of one strip whose directory also holds the IPTC records (tag 33723). */
function tiffWithIptc(): Buffer {
  const entries: [tag: number, type: number, count: number, value: number][] = [
    [256, 3, 1, 1],
    [257, 3, 1, 1],
    [258, 3, 1, 8],
    [259, 3, 1, 1],
    [262, 3, 1, 1],
    [273, 4, 1, 8],
    [277, 3, 1, 1],
    [278, 3, 1, 1],
    [279, 4, 1, 1],
    [33723, 1, RECORDS.length, 10],
  ];
  const at = 10 + RECORDS.length + (RECORDS.length % 2);
  const file = Buffer.alloc(at + 2 + 12 * entries.length + 4);
  file.write('II*\0', 'latin1');
  file.writeUInt32LE(at, 4);
  RECORDS.copy(file, 10);
  file.writeUInt16LE(entries.length, at);
  entries.forEach(([tag, type, count, value], i) => {
    const entry = at + 2 + 12 * i;
    file.writeUInt16LE(tag, entry);
    file.writeUInt16LE(type, entry + 2);
    file.writeUInt32LE(count, entry + 4);
    file.writeUInt32LE(value, entry + 8);
  });
  return file;
}

describe('XMP', () => {
  test.each(FORMATS)('%s: properties by their local names, lists as lists', async (format) => {
    expect(readMetadata(await withXmp(format)).xmp).toMatchObject({
      CreatorTool: 'Darkroom 3',
      subject: ['lake', 'hill'],
      title: 'At the lake',
    });
  });

  test('a compressed PNG chunk is read within bounds, and one that swells is left out', async () => {
    const png = await picture().png().toBuffer();
    const chunkOf = (text: string): Buffer => {
      const body = Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\x01\0\0\0', 'latin1'), deflateSync(text)]);
      const chunk = Buffer.concat([Buffer.alloc(8), body, Buffer.alloc(4)]);
      chunk.writeUInt32BE(body.length, 0);
      chunk.write('iTXt', 4, 'latin1');
      return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
    };
    expect(readMetadata(chunkOf(XMP)).xmp).toMatchObject({ CreatorTool: 'Darkroom 3' });
    expect(readMetadata(chunkOf(' '.repeat(50_000_000))).xmp).toBeNull();
  });

  test('entities are not multiplied', async () => {
    const levels = Array.from({ length: 9 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('');
    const bomb = XMP.replace('<x:xmpmeta', `<!DOCTYPE x [<!ENTITY e0 "lol">${levels}]><x:xmpmeta`).replace(
      'Darkroom 3',
      '&e9;',
    );
    const { xmp } = readMetadata(await withXmp('webp', bomb));
    expect(Buffer.byteLength(JSON.stringify(xmp))).toBeLessThanOrEqual(65_536);
  });

  test('a packet of megabytes is left out and costs nothing', async () => {
    const large = XMP.replace('At the lake', 'x'.repeat(3_000_000));
    expect(readMetadata(await withXmp('webp', large)).xmp).toBeNull();
  });
});

describe('IPTC', () => {
  test('JPEG and TIFF: data sets by their names, repeated ones as lists', async () => {
    expect(readMetadata(jpegWithIptc(await picture().jpeg().toBuffer())).iptc).toMatchObject(IPTC);
    expect(readMetadata(tiffWithIptc()).iptc).toMatchObject(IPTC);
  });
});

describe('whatever the bytes are', () => {
  test.each(FORMATS)('%s: metadata is JSON that a database takes, or none', async (format) => {
    const exif = { IFD0: { Make: 'Acme' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };
    const file = await picture().withXmp(XMP).withExif(exif)[format]().toBuffer();
    const whole = format === 'jpeg' ? jpegWithIptc(file) : file;
    assert(
      property(nat({ max: whole.length - 1 }), integer({ min: 0, max: 255 }), nat({ max: 60 }), (at, byte, run) => {
        const broken = Buffer.from(whole);
        for (let i = 0; i <= run; i++) broken[(at + i * 17) % broken.length] = (byte + i * 7) & 0xff;
        const read = readMetadata(broken);
        expect(JSON.parse(JSON.stringify(read))).toEqual(read);
        expect(JSON.stringify(read)).not.toContain(String.raw`\u0000`);
      }),
      { numRuns: 150 },
    );
  });
});
