/** Uses a code of a person's second factor, or a recovery code. Each code is accepted once. */
import { AppError } from "@/lib/model/app-error";
import { allSources } from "@/lib/model/sources/source-scope";
import { nowMs } from "@/lib/server/clock";
import { getDatabase } from "@/lib/server/db/client";
import { toDatabaseError } from "@/lib/server/db/failure";
import type { SecondFactor } from "@/lib/server/db/generated/client";
import { writeChange } from "@/lib/server/with-change";
import { countCodeAttempt } from "../attempt-limits";
import { hashRecoveryCode } from "./recovery-codes";
import { decryptSecret } from "./secret";
import { findTimeStepOfCode } from "./totp";

/** Returns whether a person's second factor is enabled, so that the sign-in with a password needs a code. */
export function isSecondFactorEnabled(secondFactor: Pick<SecondFactor, "enabledAt"> | null): boolean {
  return secondFactor !== null && secondFactor.enabledAt !== null;
}

interface GivenCode {
  readonly personId: string;
  readonly code: string;
  /** Network address of the client. */
  readonly address: string | null;
}

/**
 * Checks a code of the second factor and marks it as used. Throws rate-limited and database-unavailable. Throws
 * sign-in-failed for a code that is wrong or was used.
 */
export async function consumeCode(enteredCode: GivenCode): Promise<void> {
  await countCodeAttempt(enteredCode.personId);
  const code = enteredCode.code.replaceAll(/[\s-]/g, "");
  const isAccepted = /^\d+$/.test(code)
    ? await consumeTimeCode(enteredCode.personId, code)
    : await consumeRecoveryCode(enteredCode);
  if (!isAccepted) throw createCodeError();
}

/** Creates the error sign-in-failed for a code that is wrong or was used. */
export function createCodeError(): AppError {
  return new AppError("sign-in-failed", "the code is incorrect or was already used", {
    userMessage: {
      title: "Code refused",
      next: "Wait for the next code of your authenticator app. Codes are invalid if the clock of the device is wrong.",
    },
  });
}

/**
 * Accepts a time-based code once. One statement checks and stores the time step of the code, so if two requests use
 * the same code simultaneously, the second one is refused.
 */
async function consumeTimeCode(personId: string, code: string): Promise<boolean> {
  try {
    const stored = await getDatabase().secondFactor.findUnique({ where: { personId } });
    if (stored === null || !isSecondFactorEnabled(stored)) return false;
    const step = findTimeStepOfCode(decryptSecret(stored), code, nowMs());
    if (step === undefined) return false;
    const { count } = await getDatabase().secondFactor.updateMany({
      where: { personId, usedStep: { lt: step } },
      data: { usedStep: step },
    });
    return count === 1;
  } catch (error) {
    throw toDatabaseError(error, "PostgreSQL does not respond, so the code cannot be checked");
  }
}

async function consumeRecoveryCode({ personId, code, address }: GivenCode): Promise<boolean> {
  const self = { kind: "person", id: personId, role: null, sourceScope: allSources, address } as const;
  return writeChange(self, "use-recovery-code", async (transaction) => {
    const { count } = await transaction.recoveryCode.updateMany({
      where: { personId, codeHash: hashRecoveryCode(code), usedAt: null },
      data: { usedAt: new Date() },
    });
    return count === 1;
  });
}
