/**
 * Signs messages as in the Standard Webhooks specification, so that receivers can use its libraries:
 *
 *     webhook-signature: v1,base64(HMAC-SHA256(secret, "id.timestamp.body"))
 *
 * The text of a secret is `whsec_` and the key in base64.
 */
import { createHmac, randomBytes } from "node:crypto";

const secretPrefix = "whsec_";
const keyBytes = 32;

/** Returns the text of a new random secret. */
export function createSigningSecret(): string {
  return secretPrefix + randomBytes(keyBytes).toString("base64");
}

/** The parts of a message that its signature covers. `atMs` is the time of the attempt to send it. */
export interface SignedContent {
  /** Id of the message, which is equal for all attempts to send it. */
  readonly id: string;
  readonly atMs: number;
  readonly body: string;
}

/** Returns the headers that sign a message for one attempt to send it. */
export function createSignedHeaders(
  secret: string,
  { id, atMs, body }: SignedContent,
): Record<string, string> {
  const timestamp = Math.floor(atMs / 1_000);
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "content-type": "application/json",
    "user-agent": "ridgepoint",
    "idempotency-key": id,
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${signature}`,
  };
}
