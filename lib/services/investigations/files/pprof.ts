/** Recognises a gzip-compressed pprof profile by the fields of its protocol buffer message. */
import { promisify } from "node:util";
import { gunzip } from "node:zlib";

/** Maximum size of a decompressed profile. It is limited, because a small file can decompress to gigabytes. */
const maxDecompressedBytes = 67_108_864;

/** Content of a gzip file: a pprof profile, other data, damaged data, or too much data to decompress. */
export type GzipContent = "pprof" | "other" | "damaged" | "too-large";

/** Decompresses the file up to a limit, and returns what it contains. */
export async function detectGzipContent(bytes: Uint8Array): Promise<GzipContent> {
  try {
    const content = await promisify(gunzip)(bytes, { maxOutputLength: maxDecompressedBytes });
    return isPprof(content) ? "pprof" : "other";
  } catch (error) {
    return error instanceof RangeError ? "too-large" : "damaged";
  }
}

/** Fields of the message `Profile` of pprof. */
const sampleTypeField = 1;
const stringTableField = 6;
const lastField = 15;

const varintType = 0;
const bytesType = 2;

/** Returns whether the content is a pprof profile: all fields are known, the required fields exist, and the first string is empty. */
function isPprof(content: Buffer): boolean {
  let hasSampleType = false;
  let stringCount = 0;
  for (const field of readFields(content)) {
    if (field === null || field.number < 1 || field.number > lastField) return false;
    if (field.number === sampleTypeField) hasSampleType = true;
    if (field.number !== stringTableField) continue;
    if (stringCount === 0 && field.byteCount !== 0) return false;
    stringCount += 1;
  }
  return hasSampleType && stringCount > 0;
}

interface MessageField {
  readonly number: number;
  readonly byteCount: number;
}

/** Yields the fields at the top level. Null ends a message that is not a valid protocol buffer. */
function* readFields(content: Buffer): Generator<MessageField | null> {
  let at = 0;
  while (at < content.length) {
    const key = readVarint(content, at);
    const value = key === null ? null : readVarint(content, key.end);
    if (key === null || value === null) return yield null;
    const type = key.value & 7;
    if (type !== varintType && type !== bytesType) return yield null;
    const byteCount = type === bytesType ? value.value : 0;
    at = value.end + byteCount;
    if (at > content.length) return yield null;
    yield { number: Math.floor(key.value / 8), byteCount };
  }
}

interface Varint {
  readonly value: number;
  readonly end: number;
}

/** Reads a variable-length integer. Large values lose precision, but lengths and field numbers are small. */
function readVarint(content: Buffer, start: number): Varint | null {
  let value = 0;
  for (let index = 0; index < 10; index += 1) {
    const byte = content[start + index];
    if (byte === undefined) return null;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, end: start + index + 1 };
  }
  return null;
}
