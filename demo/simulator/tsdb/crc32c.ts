/** The CRC-32 with Castagnoli's polynomial, which Prometheus uses. Node's `zlib.crc32` has another polynomial. */
const reversedPolynomial = 0x82f63b78;

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1)
    value = (value & 1) === 1 ? (value >>> 1) ^ reversedPolynomial : value >>> 1;
  return value;
});

/** Returns the CRC-32C checksum (Castagnoli). */
export function crc32c(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (let index = 0; index < bytes.length; index += 1)
    sum = (table[(sum ^ (bytes[index] ?? 0)) & 0xff] ?? 0) ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}
