/**
 * Creates an idempotency key for a write that may be sent twice. `crypto.randomUUID` requires TLS or
 * localhost.
 */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
