/** Creates ids for rows that need an id before they are inserted. */
import { randomBytes } from "node:crypto";
import { nowMs } from "./clock";

/** Creates a UUID of version 7 (RFC 9562). Ids of this version sort by the time of their creation. */
export function createUuidV7(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(nowMs(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
