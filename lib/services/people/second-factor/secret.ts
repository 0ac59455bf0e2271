/** Secrets of second factors, which the database stores encrypted. */
import type { SecondFactor } from "@/lib/server/db/generated/client";
import { decryptText, encryptText } from "@/lib/server/db/encrypted-text";

const columnIdOf = (personId: string): string => `second_factors.secret ${personId}`;

/**
 * Encrypts the secret of a second factor for the database. Throws conflict if the server has no secret key.
 */
export function encryptSecret(personId: string, secret: string): string {
  return encryptText(secret, columnIdOf(personId));
}

/**
 * Decrypts the stored secret of a second factor and returns it in base32. Throws conflict if the server's
 * secret key is missing or has changed.
 */
export function decryptSecret({ personId, secret }: Pick<SecondFactor, "personId" | "secret">): string {
  return decryptText(secret, columnIdOf(personId));
}
