/** A key nobody else has, for a write that may be sent twice. `crypto.randomUUID` is only there over TLS and on localhost. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
