/** Checks the password of a person. */
import { AppError } from "@/lib/model/app-error";
import { getDatabase } from "@/lib/server/db/client";
import { toDatabaseError } from "@/lib/server/db/failure";
import type { Person, SecondFactor } from "@/lib/server/db/generated/client";
import { runPasswordCheck } from "./attempt-limits";
import { getBetterAuth } from "./auth";

interface Credentials {
  readonly email: string;
  readonly password: string;
}

type CheckedPerson = Person & { readonly secondFactor: SecondFactor | null };

/**
 * Returns the person with this e-mail address and password. Throws sign-in-failed, rate-limited and database-unavailable.
 * For an unknown account, the error and the computation are the same as for a wrong password.
 */
export async function checkPassword(credentials: Credentials, signal: AbortSignal): Promise<CheckedPerson> {
  const person = await findPerson(credentials.email);
  const hash = person?.accounts[0]?.passwordHash ?? null;
  const { password } = await getBetterAuth().$context;
  const isCorrect = await runPasswordCheck(async () => {
    if (hash !== null) return password.verify({ hash, password: credentials.password });
    await password.hash(credentials.password);
    return false;
  }, signal);
  if (person === null || !isCorrect)
    throw new AppError("sign-in-failed", "the e-mail address or the password is incorrect");
  return person;
}

async function findPerson(email: string) {
  try {
    return await getDatabase().person.findUnique({
      where: { email, state: "active" },
      include: { accounts: { where: { providerId: "credential" } }, secondFactor: true },
    });
  } catch (error) {
    throw toDatabaseError(error, "PostgreSQL does not respond, so sign-in is not possible");
  }
}
