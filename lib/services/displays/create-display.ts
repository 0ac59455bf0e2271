/** Creates the link of a wall display. Only the hash of its token is stored, so the token is returned once. */
import { randomBytes } from "node:crypto";
import type { createDisplayContract } from "@/lib/contracts/people/displays";
import { createPersonError } from "@/lib/server/access/person-error";
import { nowMs } from "@/lib/server/clock";
import type { Handler, HandlerResponse } from "@/lib/server/handler";
import { hashToken } from "@/lib/server/sessions/session-cookie";
import { writeChange } from "@/lib/server/with-change";
import { displayColumns, readDisplay } from "./display-row";

const dayMs = 86_400_000;

/**
 * Creates a link for a wall display and returns it once. Throws conflict if the caller is not a person, and
 * database-unavailable.
 */
export const createDisplay: Handler<typeof createDisplayContract> = async ({ body, principal }) => {
  if (principal.kind !== "person")
    throw createPersonError("the link of a wall display belongs to a person who signed in");
  const { name, pages, deployment, period, lifetimeDays } = body;
  const asOfMs = nowMs();
  const token = randomBytes(32).toString("base64url");
  const id = await writeChange(principal, "create-display", async (transaction) => {
    const row = await transaction.display.create({
      data: {
        name,
        pages: [...new Set(pages)],
        deployment,
        period,
        tokenHash: hashToken(token),
        makerId: principal.id,
        expiresAt: lifetimeDays === null ? null : new Date(asOfMs + lifetimeDays * dayMs),
      },
      select: displayColumns,
    });
    return row.id;
  });
  return { asOfMs, display: await readDisplay(id, asOfMs), token };
};

/** Removes the token from the response that is stored for repeats of the request. */
export function withoutDisplayToken(
  response: HandlerResponse<typeof createDisplayContract>,
): HandlerResponse<typeof createDisplayContract> {
  return { ...response, token: null };
}
