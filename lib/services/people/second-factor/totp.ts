/** Time-based one-time codes of RFC 6238: SHA-1, 6 digits, steps of 30 s, which all authenticator apps support. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const stepSeconds = 30;
const digits = 6;
/** Length of a secret: 160 bits, as RFC 4226 recommends. */
const secretBytes = 20;
/** Number of time steps before and after the current one whose codes are accepted, because device clocks differ. */
const allowedSteps = 1;

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns a random secret in base32 (RFC 4648). */
export function createTotpSecret(): string {
  return toBase32(randomBytes(secretBytes));
}

/** Returns the bytes in base32 without padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet.charAt(Number.parseInt(group.padEnd(5, "0"), 2))).join("");
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the number of the TOTP time step (30 s) that contains `atMs`. */
export function findTimeStep(atMs: number): number {
  return Math.floor(atMs / 1_000 / stepSeconds);
}

/** Returns the TOTP code of a time step. `digitCount` is 8 in the test vectors of RFC 6238. */
export function computeCode(secret: string, step: number, digitCount = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 0x0f;
  const number = hash.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digitCount).padStart(digitCount, "0");
}

/** Returns the time step near `atMs` whose code is `code`. Undefined if there is none. */
export function findTimeStepOfCode(secret: string, code: string, atMs: number): number | undefined {
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const now = findTimeStep(atMs);
  const steps = Array.from({ length: 2 * allowedSteps + 1 }, (_unused, index) => now - allowedSteps + index);
  const given = Buffer.from(code);
  return steps.findLast((step) => timingSafeEqual(Buffer.from(computeCode(secret, step)), given));
}

/** Returns the `otpauth` URI that an authenticator app reads from a QR code. */
export function createTotpUri(secret: string, account: string): string {
  const issuer = "Ridgepoint";
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${issuer}&digits=${digits}&period=${stepSeconds}`;
}
