/** CAR files, version 1: writing as a stream, and reading with every block checked (ipld.io/specs/transport/car/carv1). @module */
import { createHash } from 'node:crypto';
import { CarBufferReader } from '@ipld/car/buffer-reader';
import { encode } from '@ipld/dag-cbor';
import { varint } from 'multiformats';
import { CID } from 'multiformats/cid';
import * as digest from 'multiformats/hashes/digest';
import { atOnce } from '@assay/core/steps';
import { hashing, inSteps } from '../jobs/steps.ts';

/** Multihash code of SHA-256. */
const SHA_256 = 0x12;
/** Multicodec of a CAR file as a whole. */
const CAR = 0x0202;

function prefixed(bytes: readonly Uint8Array[]): Buffer {
  const length = bytes.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([varint.encodeTo(length, new Uint8Array(varint.encodingLength(length))), ...bytes]);
}

/** The header: DAG-CBOR of `{"roots": [...], "version": 1}` behind its length. */
export const carHeader = (roots: readonly CID[]): Buffer => prefixed([encode({ roots, version: 1 })]);

/** One block behind the length of CID and bytes. */
export const carBlock = (cid: CID, bytes: Uint8Array): Buffer => prefixed([cid.bytes, bytes]);

export const cidOf = (codec: number, bytes: Uint8Array): CID =>
  cidOfHash(codec, createHash('sha256').update(bytes).digest());

const cidOfHash = (codec: number, hash: Uint8Array): CID =>
  CID.createV1(codec, digest.create(SHA_256, Uint8Array.from(hash)));

/** CID of a CAR file itself: codec 0x0202, SHA-256 of the file. */
export const carCid = (file: Uint8Array): string => atOnce(namingCar(file));

/** The same without holding up others. */
export const carCidInSteps = (file: Uint8Array): Promise<string> => inSteps(namingCar(file));

function* namingCar(file: Uint8Array): Generator<void, string> {
  return cidOfHash(CAR, yield* hashing(file)).toString();
}

/** Whether the bytes are those that the CID names; false too for a hash that is not SHA-256. */
export function isBlockOf(cid: CID, bytes: Uint8Array): boolean {
  const { code, digest: expected } = cid.multihash;
  return code === SHA_256 && createHash('sha256').update(bytes).digest().equals(expected);
}

export interface CarContents {
  readonly roots: readonly CID[];
  /** By CID text, in the order of the file. */
  readonly blocks: ReadonlyMap<string, Uint8Array>;
}

/** @throws {Error} unless it is a whole CAR file of version 1 in which every block has the hash that its CID names */
export const readCar = (file: Uint8Array): CarContents => atOnce(readingCar(file));

/** The same without holding up others. @throws {Error} as `readCar` */
export const readCarInSteps = (file: Uint8Array): Promise<CarContents> => inSteps(readingCar(file));

function* readingCar(file: Uint8Array): Generator<void, CarContents> {
  const reader = CarBufferReader.fromBytes(file);
  const blocks = new Map<string, Uint8Array>();
  for (const { cid, bytes } of reader.blocks()) {
    if (!isBlockOf(CID.decode(cid.bytes), bytes)) throw new Error(`the block ${cid.toString()} was altered`);
    blocks.set(cid.toString(), bytes);
    yield;
  }
  return { roots: reader.getRoots().map((root) => CID.decode(root.bytes)), blocks };
}
