/** Describes the second factor of the caller. */
import type { secondFactorContract } from "@/lib/contracts/people/second-factor";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { hasSecretKey } from "@/lib/server/db/encrypted-text";
import { findSignInKind } from "../read-session";
import { isSecondFactorEnabled } from "./consume-code";

/** Returns whether the caller has a second factor. Throws database-unavailable. */
export const getSecondFactor: Handler<typeof secondFactorContract> = async ({ principal }) => {
  const isRequired = principal.session?.lacksSecondFactor === true;
  if (principal.session === undefined)
    return {
      state: "unavailable",
      reason: findSignInKind(principal) === "proxy" ? "proxy" : "no-person",
      isRequired,
      recoveryCodeCount: 0,
    };
  const personId = principal.id;
  const [stored, passwordCount, recoveryCodeCount] = await readRows((database) =>
    Promise.all([
      database.secondFactor.findUnique({ where: { personId } }),
      database.account.count({ where: { personId, passwordHash: { not: null } } }),
      database.recoveryCode.count({ where: { personId, usedAt: null } }),
    ]),
  );
  if (isSecondFactorEnabled(stored)) return { state: "on", reason: null, isRequired, recoveryCodeCount };
  if (passwordCount === 0)
    return { state: "unavailable", reason: "no-password", isRequired, recoveryCodeCount };
  if (!hasSecretKey()) return { state: "unavailable", reason: "no-key", isRequired, recoveryCodeCount };
  return { state: "off", reason: null, isRequired, recoveryCodeCount };
};
