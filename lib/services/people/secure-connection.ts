/** Refuses passwords over a connection that others can read. */
import { AppError } from "@/lib/model/app-error";
import { readEnvironment } from "@/lib/server/environment/env";
import { isLoopbackHost, type ReadableHeaders } from "@/lib/server/http/request-guard";

/**
 * Checks that the browser uses TLS. Throws forbidden for plain HTTP, except on loopback. The proxy in front
 * of Ridgepoint ends TLS, so the scheme is taken from the configured address and the browser's Origin
 * header.
 */
export function assertSecureConnection(headers: ReadableHeaders): void {
  if (isLoopbackHost(headers.get("host"))) return;
  const origin = headers.get("origin");
  const isTls = readEnvironment().publicUrl?.protocol === "https:";
  if (isTls && (origin === null || origin.startsWith("https:"))) return;
  throw new AppError("forbidden", "others on the network could read the password, because there is no TLS", {
    userMessage: {
      title: "Sign-in needs TLS",
      next: "Put a proxy with TLS in front of Ridgepoint, set RIDGEPOINT_URL to its https:// address, and open that address.",
    },
  });
}
