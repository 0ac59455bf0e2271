/** Stores the token of a link on the wall display that opens it. */
import type { openDisplayContract } from "@/lib/contracts/people/displays";
import { assertPresent } from "@/lib/base/assert";
import { AppError } from "@/lib/model/app-error";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { readClientAddress } from "@/lib/server/http/client-address";
import { createDisplayCookie } from "@/lib/server/sessions/display-cookie";
import { verifyDisplay } from "@/lib/server/sessions/verify-display";
import { countAttempt } from "@/lib/services/people/attempt-limits";
import { assertSecureConnection } from "@/lib/services/people/secure-connection";
import { readDisplay } from "./display-row";

/**
 * Stores the token of a link on the wall display that opens it. Throws forbidden for a link that is unknown, expired or
 * revoked, and without TLS. Throws rate-limited and database-unavailable.
 */
export const openDisplay: Handler<typeof openDisplayContract> = async ({ body: { token }, http }) => {
  const { headers, setCookie } = assertPresent(http, "the display link was opened without an HTTP request");
  assertSecureConnection(headers);
  const address = readClientAddress(headers);
  await countAttempt(token, address);
  const verified = await verifyDisplay(token, { address, allowsOutage: false });
  if (verified === undefined) throw createLinkError();
  const { pages, deployment, period } = await readDisplay(verified.id, nowMs());
  setCookie(createDisplayCookie(headers, token));
  const search = new URLSearchParams({ pages: pages.join(","), from: period });
  if (deployment !== null) search.set("d", deployment);
  return { path: `/kiosk?${search.toString()}` };
};

function createLinkError(): AppError {
  return new AppError("forbidden", "the link is unknown, expired, or was revoked", {
    userMessage: {
      title: "This link cannot be used",
      next: "Ask an editor to create a new link in Settings › API tokens.",
    },
  });
}
