/** Estimates the memory of a value: its strings, numbers, arrays and objects, with their properties. */

const objectBytes = 32;
const slotBytes = 8;
/** Estimated size of a number in an object, or in an array that also has values of other types. */
const numberBytes = 24;
/** Estimated size of the header and the hash of a string. */
const stringBytes = 24;

/**
 * Returns the estimated bytes of `value` on the heap. Counts an object that occurs several times once. The running time
 * is linear in the size of `value`.
 */
export function estimateHeapBytes(value: unknown): number {
  const countedObjects = new Set<object>();
  const open: unknown[] = [value];
  let bytes = 0;
  for (let one = open.pop(); one !== undefined || open.length > 0; one = open.pop()) {
    bytes += slotBytes;
    if (typeof one === "string") bytes += stringBytes + one.length * (isOneByte(one) ? 1 : 2);
    if (typeof one !== "object" || one === null || countedObjects.has(one)) continue;
    countedObjects.add(one);
    bytes += objectBytes;
    // A part of a buffer keeps all of it.
    if (ArrayBuffer.isView(one)) open.push(one.buffer);
    else if (one instanceof ArrayBuffer) bytes += one.byteLength;
    else if (one instanceof Map) for (const entry of one) open.push(...entry);
    else if (one instanceof Set || Array.isArray(one)) bytes += pushAll(open, one);
    else bytes += pushAll(open, Object.values(one));
  }
  return bytes;
}

/** Returns true if the text has no character beyond Latin-1, and therefore one byte per character. */
function isOneByte(text: string): boolean {
  return !/[\u0100-\uffff]/.test(text);
}

/** Adds strings and objects to `open`, and returns the bytes of the other values. */
function pushAll(open: unknown[], values: Iterable<unknown>): number {
  let bytes = 0;
  for (const value of values) {
    if (typeof value === "string" || (typeof value === "object" && value !== null)) open.push(value);
    else bytes += typeof value === "number" ? numberBytes : slotBytes;
  }
  return bytes;
}
