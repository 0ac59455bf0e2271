/** People and sessions in the database of a test. */
import { randomBytes } from "node:crypto";
import type { Role, TokenScope } from "@/lib/model/person";
import { getDatabase } from "@/lib/server/db/client";
import { hashToken } from "@/lib/server/sessions/session-cookie";
import { createTokenText, hashServiceAccountToken, toTokenPrefix } from "@/lib/server/tokens/token-text";

export const host = "localhost:3000";

export interface SignedInPerson {
  readonly id: string;
  readonly name: string;
  readonly sessionId: string;
  readonly token: string;
  readonly cookie: string;
}

const hourMs = 3_600_000;
let serial = 0;

/** Adds a person with a session. */
export async function addSignedInPerson(role: Role): Promise<SignedInPerson> {
  serial += 1;
  const person = await getDatabase().person.create({
    data: { name: `${role} ${serial}`, email: `${role}-${serial}@example.com`, role },
  });
  return { id: person.id, name: person.name, ...(await addSession(person.id)) };
}

/** Adds another session of a person. */
export async function addSession(
  personId: string,
): Promise<Pick<SignedInPerson, "sessionId" | "token" | "cookie">> {
  const token = randomBytes(16).toString("hex");
  const session = await getDatabase().session.create({
    data: { personId, tokenHash: hashToken(token), expiresAt: new Date(Date.now() + 24 * hourMs) },
  });
  return { sessionId: session.id, token, cookie: `ridgepoint-session-3000=${token}` };
}

/** Adds a service account. */
export async function addServiceAccount(role: "viewer" | "editor"): Promise<{ readonly id: string }> {
  serial += 1;
  return getDatabase().person.create({ data: { kind: "service", name: `robot ${serial}`, role } });
}

/**
 * Adds an API token of a person, or of a service account for which the person makes it. Returns the headers of its
 * requests.
 */
export async function addTokenOf(
  makerId: string,
  scopes: readonly TokenScope[],
  accountId: string | null = null,
): Promise<Readonly<Record<string, string>>> {
  const text = createTokenText();
  await getDatabase().apiToken.create({
    data: {
      name: scopes.join(),
      scopes: [...scopes],
      prefix: toTokenPrefix(text),
      tokenHash: accountId === null ? hashToken(text) : hashServiceAccountToken(text),
      makerId,
      accountId,
      expiresAt: new Date(Date.now() + hourMs),
    },
  });
  return { authorization: `Bearer ${text}` };
}
