/** A person's second factor: sets it up with an authenticator app, makes new recovery codes, and ends it. */
import type {
  enableSecondFactorContract,
  endSecondFactorContract,
  renewRecoveryCodesContract,
  startSecondFactorContract,
} from "@/lib/contracts/people/second-factor";
import { AppError } from "@/lib/model/app-error";
import { assertConfirmed } from "@/lib/server/access/require-confirmation";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import type { Principal } from "@/lib/server/principal";
import { forgetPersonSessions } from "@/lib/server/sessions/verify-session";
import { writeChange, type Transaction } from "@/lib/server/with-change";
import { countCodeAttempt } from "../attempt-limits";
import { deleteSecondFactor } from "./delete-second-factor";
import { createRecoveryCodes, replaceRecoveryCodes } from "./recovery-codes";
import { decryptSecret, encryptSecret } from "./secret";
import { createTotpSecret, createTotpUri, findTimeStepOfCode } from "./totp";
import { createCodeError, isSecondFactorEnabled } from "./consume-code";

/**
 * Creates a secret for the caller's second factor. Codes are required only after the first code was entered. Throws
 * confirmation-required and database-unavailable. Throws forbidden for a caller without a password. Throws conflict for
 * a person with a second factor.
 */
export const startSecondFactor: Handler<typeof startSecondFactorContract> = async ({ principal }) => {
  await assertOwner(principal);
  const personId = principal.id;
  const secret = createTotpSecret();
  const email = await writeChange(principal, "start-second-factor", async (transaction) => {
    const person = await lockPerson(transaction, personId);
    const stored = await transaction.secondFactor.findUnique({ where: { personId } });
    if (isSecondFactorEnabled(stored))
      throw new AppError("conflict", "you have a second factor. End it first", {
        userMessage: {
          title: "You already have a second factor",
          next: "Turn it off in Settings › Profile, then set up another one.",
        },
      });
    await transaction.secondFactor.deleteMany({ where: { personId } });
    await transaction.secondFactor.create({ data: { personId, secret: encryptSecret(personId, secret) } });
    return person.email;
  });
  return { secret, uri: createTotpUri(secret, email) };
};

/**
 * Enables the second factor of the caller. Throws confirmation-required, rate-limited and database-unavailable. Throws
 * sign-in-failed for a wrong code. Throws conflict if no set-up was started or the second factor is already enabled.
 */
export const enableSecondFactor: Handler<typeof enableSecondFactorContract> = async ({ body, principal }) => {
  await assertOwner(principal);
  const personId = principal.id;
  await countCodeAttempt(personId);
  const recoveryCodes = createRecoveryCodes();
  await writeChange(principal, "enable-second-factor", async (transaction) => {
    await lockPerson(transaction, personId);
    const stored = await transaction.secondFactor.findUnique({ where: { personId } });
    if (stored === null || isSecondFactorEnabled(stored))
      throw new AppError("conflict", "there is no second factor to enable. Start again", {
        userMessage: {
          title: "There is no second factor to enable",
          next: "Start the set-up again in Settings › Profile.",
        },
      });
    const usedStep = findTimeStepOfCode(decryptSecret(stored), body.code.replaceAll(/\s/g, ""), nowMs());
    if (usedStep === undefined) throw createCodeError();
    await transaction.secondFactor.update({
      where: { personId },
      data: { enabledAt: new Date(), usedStep },
    });
    await replaceRecoveryCodes(transaction, personId, recoveryCodes);
    return null;
  });
  forgetPersonSessions(personId);
  return { recoveryCodes };
};

/**
 * Replaces the recovery codes of the caller and returns them once. Throws confirmation-required and
 * database-unavailable. Throws conflict if the caller has no second factor.
 */
export const renewRecoveryCodes: Handler<typeof renewRecoveryCodesContract> = async ({ principal }) => {
  await assertOwner(principal);
  const personId = principal.id;
  const recoveryCodes = createRecoveryCodes();
  await writeChange(principal, "renew-recovery-codes", async (transaction) => {
    await lockPerson(transaction, personId);
    if (!isSecondFactorEnabled(await transaction.secondFactor.findUnique({ where: { personId } })))
      throw createMissingError();
    await replaceRecoveryCodes(transaction, personId, recoveryCodes);
    return null;
  });
  return { recoveryCodes };
};

/**
 * Removes the second factor of the caller. Throws confirmation-required and database-unavailable. Throws conflict if
 * the caller has no second factor.
 */
export const endSecondFactor: Handler<typeof endSecondFactorContract> = async ({ principal }) => {
  await assertOwner(principal);
  await writeChange(principal, "end-second-factor", async (transaction) => {
    await lockPerson(transaction, principal.id);
    if (await deleteSecondFactor(transaction, principal.id)) return null;
    throw createMissingError();
  });
  forgetPersonSessions(principal.id);
  return {};
};

function createMissingError(): AppError {
  return new AppError("conflict", "you have no second factor", {
    userMessage: { title: "You have no second factor", next: "Set one up in Settings › Profile." },
  });
}

async function assertOwner(principal: Principal): Promise<void> {
  if (principal.session === undefined)
    throw new AppError("forbidden", "a second factor belongs to a person who signed in", {
      userMessage: {
        title: "A second factor needs a sign-in here",
        next: "Sign in with your e-mail address and password. A proxy that signs you in checks its second factor itself.",
      },
    });
  await assertConfirmed(principal);
}

/** Locks the row of the person, so that simultaneous requests of one person run one after the other. */
async function lockPerson(transaction: Transaction, personId: string): Promise<{ readonly email: string }> {
  const [person] = await transaction.$queryRaw<
    readonly { readonly email: string; readonly hasPassword: boolean }[]
  >`
    select email, exists (
        select from accounts where person_id = people.id and password_hash is not null
      ) as "hasPassword"
    from people where id = ${personId}::uuid and state = 'active' for update`;
  if (person === undefined) throw new AppError("sign-in-required", "this person was removed");
  if (!person.hasPassword)
    throw new AppError(
      "forbidden",
      "you sign in without a password, so the provider checks a second factor",
      {
        userMessage: {
          title: "Your sign-in provider checks the second factor",
          next: "Set it up at the provider.",
        },
      },
    );
  return person;
}
