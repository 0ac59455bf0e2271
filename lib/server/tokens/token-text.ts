/**
 * The text of an API token: `rp_`, 32 random letters and digits, `_`, and the CRC-32 of both as 8 hexadecimal digits.
 * The prefix lets scanners find tokens in files, and the checksum lets the server refuse a mistyped token without a
 * query.
 */
import { randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import { hashToken } from "../sessions/session-cookie";

const tokenStart = "rp_";
const randomLength = 32;
/** Number of characters that identify the token in lists: its start and 6 random characters. The secret rest has 154 bits. */
const listedLength = tokenStart.length + 6;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const pattern = /^(rp_[A-Za-z0-9]{32})_([0-9a-f]{8})$/;

/** Creates a random API token with a checksum. */
export function createTokenText(): string {
  const letters = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)]);
  const start = `${tokenStart}${letters.join("")}`;
  return `${start}_${computeChecksum(start)}`;
}

/** Returns whether a text has the format and the correct checksum of an API token. */
export function isTokenText(text: string): boolean {
  const [, start, sum] = pattern.exec(text) ?? [];
  return start !== undefined && computeChecksum(start) === sum;
}

/** Returns the first characters of an API token, which lists show. */
export function toTokenPrefix(token: string): string {
  return token.slice(0, listedLength);
}

/**
 * Returns the hash under which a token of a service account is stored. It differs from the hash of a person's token, so
 * that a server of a version without service accounts refuses the token instead of giving it the rights of its creator.
 */
export function hashServiceAccountToken(token: string): string {
  return hashToken(hashToken(token));
}

function computeChecksum(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}
