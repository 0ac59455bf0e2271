/**
 * A body made of parts that are written once and sent many times. Each part keeps its bytes, and its packed bytes once
 * somebody takes gzip; packed parts stand on their own, so that any of them put together are one gzip body.
 */
import { constants, crc32, deflateRaw } from "node:zlib";
import { promisify } from "node:util";

export interface WrittenPart {
  readonly plain: Uint8Array;
  /** Deflated, ended at a byte and referring to nothing before it. */
  readonly packed: () => Promise<Uint8Array>;
}

const deflate = promisify(deflateRaw);
const encoder = new TextEncoder();
/** The fastest level: a tenth of the time of the usual one for a third more bytes. */
const packing = { level: 1, finishFlush: constants.Z_FULL_FLUSH } as const;

export function writePart(text: string): WrittenPart {
  const plain = encoder.encode(text);
  let mine: Promise<Uint8Array> | undefined;
  return { plain, packed: () => (mine ??= deflate(plain, packing)) };
}

export function joinPlain(parts: readonly WrittenPart[]): Uint8Array<ArrayBuffer> {
  return join(parts.map(({ plain }) => plain));
}

const gzipHead = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3);
const lastBlock = Uint8Array.of(3, 0);

/** One gzip body (RFC 1952) of all parts. */
export async function joinPacked(parts: readonly WrittenPart[]): Promise<Uint8Array<ArrayBuffer>> {
  const packed = await Promise.all(parts.map((part) => part.packed()));
  const sum = parts.reduce((crc, { plain }) => crc32(plain, crc), 0);
  const length = parts.reduce((total, { plain }) => total + plain.length, 0);
  const tail = new DataView(new ArrayBuffer(8));
  tail.setUint32(0, sum, true);
  tail.setUint32(4, length % 2 ** 32, true);
  return join([gzipHead, ...packed, lastBlock, new Uint8Array(tail.buffer)]);
}

/** True when a caller with this Accept-Encoding takes gzip. */
export function takesGzip(acceptEncoding: string | null): boolean {
  return (acceptEncoding ?? "")
    .split(",")
    .some((each) => /^\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(each));
}

function join(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
