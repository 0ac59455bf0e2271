/** Lists the caller's sessions, and ends one of them. */
import type { endSessionContract, sessionsContract } from "@/lib/contracts/people/sessions";
import { AppError } from "@/lib/model/app-error";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { forgetPersonSessions, idleHours } from "@/lib/server/sessions/verify-session";
import { writeChange } from "@/lib/server/with-change";
import { findSignInKind } from "./read-session";

/** Returns the sessions of the caller. Throws database-unavailable. */
export const listSessions: Handler<typeof sessionsContract> = async ({ principal }) => {
  const asOfMs = nowMs();
  const signInKind = findSignInKind(principal);
  if (principal.kind !== "person" || signInKind === "demo") return { asOfMs, signInKind, sessions: [] };
  const rows = await readRows((database) =>
    database.session.findMany({
      where: {
        personId: principal.id,
        expiresAt: { gt: new Date(asOfMs) },
        usedAt: { gt: new Date(asOfMs - idleHours * 3_600_000) },
      },
      orderBy: [{ usedAt: "desc" }, { id: "asc" }],
    }),
  );
  const sessions = rows.map(({ id, program, address, createdAt, usedAt }) => ({
    id,
    program: program || null,
    address: address || null,
    startedAtMs: createdAt.getTime(),
    usedAtMs: usedAt.getTime(),
    isCurrent: id === principal.session?.id,
  }));
  return { asOfMs, signInKind, sessions };
};

/** Ends one session of the caller. Throws not-found for a session of another person, and database-unavailable. */
export const endOwnSession: Handler<typeof endSessionContract> = async ({ params, principal }) => {
  const where = { id: params.sessionId, personId: principal.id };
  if (principal.kind !== "person") throw createNotFoundError();
  await writeChange(principal, "end-session", async (transaction) => {
    const { count } = await transaction.session.deleteMany({ where });
    if (count === 0) throw createNotFoundError();
    return null;
  });
  forgetPersonSessions(principal.id);
  return { endedId: params.sessionId };
};

function createNotFoundError(): AppError {
  return new AppError("not-found", "there is no such session, or it has ended");
}
