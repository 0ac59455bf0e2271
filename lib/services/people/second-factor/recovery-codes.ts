/** Codes that replace a code of the second factor once each. Only hashes are stored. */
import { randomBytes } from "node:crypto";
import { hashToken } from "@/lib/server/sessions/session-cookie";
import type { Transaction } from "@/lib/server/with-change";
import { toBase32 } from "./totp";

const codeCount = 10;
/** Number of random bytes in a code. 80 bits are too many to find the code by guessing, even if its hash is known. */
const codeBytes = 10;

/** Returns the hash of a code, which may be typed in lower case and without its dashes. */
export function hashRecoveryCode(code: string): string {
  return hashToken(code.replaceAll(/[\s-]/g, "").toUpperCase());
}

/**
 * Returns new random recovery codes, such as `ABCD-EFGH-2345-WXYZ`. Each contains a letter, whereas time-based codes
 * contain digits only.
 */
export function createRecoveryCodes(): readonly string[] {
  return Array.from({ length: codeCount }, createCode);
}

function createCode(): string {
  const text = toBase32(randomBytes(codeBytes));
  // A code of digits only would be read as a time-based code.
  return /[A-Z]/.test(text) ? text.replaceAll(/(.{4})(?=.)/g, "$1-") : createCode();
}

/** Deletes the recovery codes of a person and stores the hashes of the new ones. */
export async function replaceRecoveryCodes(
  transaction: Transaction,
  personId: string,
  codes: readonly string[],
): Promise<void> {
  await transaction.recoveryCode.deleteMany({ where: { personId } });
  await transaction.recoveryCode.createMany({
    data: codes.map((code) => ({ personId, codeHash: hashRecoveryCode(code) })),
  });
}
