/** Creates ULIDs, by which Prometheus names its blocks: 48 bits of time and 80 random bits in base 32. */
import { randomBytes } from "node:crypto";

const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Returns a ULID with this time and random remaining bits. */
export function createUlid(nowMs = Date.now()): string {
  let value = (BigInt(nowMs) << 80n) | BigInt(`0x${randomBytes(10).toString("hex")}`);
  let text = "";
  while (text.length < 26) {
    text = (digits[Number(value & 31n)] ?? "0") + text;
    value >>= 5n;
  }
  return text;
}
