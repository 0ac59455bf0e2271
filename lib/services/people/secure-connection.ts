/** Refuses passwords over a connection that others can read. */
import { AppError } from "@/lib/model/app-error";
import { readEnvironment } from "@/lib/server/environment/env";
import { isLoopbackHost, type ReadableHeaders } from "@/lib/server/http/request-guard";

const refusal = {
  title: "Sign-in needs TLS",
  next: "Put a proxy with TLS in front of Ridgepoint, set RIDGEPOINT_URL to its https:// address, and open that address.",
} as const;

/**
 * Returns whether the browser uses TLS, or plain HTTP on loopback. The proxy in front of Ridgepoint ends TLS, so the
 * scheme is taken from the configured address and the browser's Origin header. The proxy's `x-forwarded-proto` header
 * can only cause a refusal.
 */
function isSecureConnection(headers: ReadableHeaders): boolean {
  if (isLoopbackHost(headers.get("host"))) return true;
  const origin = headers.get("origin");
  // A browser that requests a page sends no Origin header, but most proxies state the scheme.
  const [scheme] = (headers.get("x-forwarded-proto") ?? "https").split(",");
  const isTls = readEnvironment().publicUrl?.protocol === "https:" && scheme?.trim() !== "http";
  return isTls && (origin === null || origin.startsWith("https:"));
}

/** Returns why a page may not request a password, and what to do. Null for a secure connection. */
export function findConnectionRefusal(headers: ReadableHeaders): typeof refusal | null {
  return isSecureConnection(headers) ? null : refusal;
}

/** Throws forbidden for plain HTTP, except on loopback. */
export function assertSecureConnection(headers: ReadableHeaders): void {
  if (isSecureConnection(headers)) return;
  throw new AppError("forbidden", "others on the network could read the password, because there is no TLS", {
    userMessage: refusal,
  });
}
