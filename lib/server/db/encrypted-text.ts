/**
 * Encrypts secrets for the database with AES-256-GCM. The key is derived from RIDGEPOINT_SECRET_KEY, which is not in the
 * database, so a dump does not contain usable secrets. The id of the row is authenticated, so a secret cannot be copied to
 * another row.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";
import { AppError } from "@/lib/model/app-error";
import { readEnvironment } from "../environment/env";

const version = "v1";
const ivBytes = 12;
const tagBytes = 16;

/** Row and column of the secret, such as `second_factors.secret <id>`. */
type ColumnId = string;

/** Returns whether secrets can be stored, because RIDGEPOINT_SECRET_KEY is set. */
export function hasSecretKey(): boolean {
  return readEnvironment().secretKey !== undefined;
}

/** Encrypts a text for the column `columnId` of a row. Throws conflict without a key. */
export function encryptText(text: string, columnId: ColumnId): string {
  const key = deriveKey();
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(columnId));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return [version, nameKey(key), iv.toString("base64url"), sealed.toString("base64url")].join(".");
}

/**
 * Decrypts a text that was encrypted for `columnId`. Throws conflict without the key with which it was
 * encrypted.
 */
export function decryptText(stored: string, columnId: ColumnId): string {
  const key = deriveKey();
  const [storedVersion, keyName, iv = "", sealed = ""] = stored.split(".");
  if (storedVersion !== version || keyName !== nameKey(key)) throw createKeyError("has changed");
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64url"), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(columnId))
    .setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString("utf8");
}

function deriveKey(): Buffer {
  const { secretKey } = readEnvironment();
  if (secretKey === undefined) throw createKeyError("is not set");
  return Buffer.from(hkdfSync("sha256", secretKey, "", "ridgepoint stored secrets", 32));
}

/** Returns a name that identifies a key without revealing it, so that a changed key can be reported as the cause. */
function nameKey(key: Buffer): string {
  return createHash("sha256").update("name").update(key).digest("hex").slice(0, 8);
}

function createKeyError(reason: string): AppError {
  return new AppError("conflict", `the server's secret key ${reason}`, {
    userMessage: {
      title: "Stored secrets cannot be used",
      next: "Ask an admin to set RIDGEPOINT_SECRET_KEY to the key that this installation used before.",
    },
  });
}
