/**
 * The person whom a proxy signed in and names in a header. The header counts only on connections of the configured
 * proxies. A person is remembered for 5 s, and for reads up to 5 minutes while PostgreSQL does not respond.
 */
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { AppError } from "@/lib/model/app-error";
import type { Role } from "@/lib/model/person";
import { personRole } from "../access/roles";
import { getDatabase } from "../db/client";
import { toDatabaseError } from "../db/failure";
import { readEnvironment } from "../environment/env";
import { readClientAddress } from "../http/client-address";
import type { ReadableHeaders } from "../http/request-guard";
import { getProcessMemory } from "../memory";

export interface TrustedPerson {
  readonly id: string;
  readonly role: Role;
  readonly teamIds: readonly string[];
}

const rememberedMs = 5_000;
const outageMs = 5 * 60_000;
const maxRemembered = 10_000;

const emailSchema = z.email().max(254).toLowerCase();

interface Remembered {
  readonly person: TrustedPerson;
  readonly atMs: number;
}

const memory = (): LRUCache<string, Remembered> =>
  getProcessMemory("trusted-people", () => new LRUCache<string, Remembered>({ max: maxRemembered }));

/**
 * Returns the person in the header. Undefined if no header is configured, or the request has none. Throws forbidden for a
 * header of another address or of an unknown person, and database-unavailable.
 */
export async function findTrustedPerson(
  headers: ReadableHeaders,
  { allowsOutage }: { readonly allowsOutage: boolean },
): Promise<TrustedPerson | undefined> {
  const { trustedHeader } = readEnvironment();
  const value = trustedHeader === undefined ? null : headers.get(trustedHeader.name);
  if (trustedHeader === undefined || value === null || value.trim() === "") return undefined;
  const address = readClientAddress(headers);
  if (address === null || !trustedHeader.isProxy(address))
    throw new AppError(
      "forbidden",
      `the header ${trustedHeader.name} is accepted from the sign-in proxy only`,
    );
  const email = emailSchema.safeParse(value.trim()).data;
  if (email === undefined)
    throw new AppError("forbidden", `the header ${trustedHeader.name} contains no e-mail address`);
  return findPerson(email, allowsOutage);
}

async function findPerson(email: string, allowsOutage: boolean): Promise<TrustedPerson> {
  const known = memory().get(email);
  const ageMs = known === undefined ? Number.POSITIVE_INFINITY : performance.now() - known.atMs;
  if (known !== undefined && ageMs < rememberedMs) return known.person;
  const atMs = performance.now();
  try {
    const row = await getDatabase().person.findUnique({
      where: { email, state: "active" },
      select: { id: true, role: true, members: { select: { teamId: true } } },
    });
    if (row === null) {
      memory().delete(email);
      throw createUnknownError(email);
    }
    const teamIds = row.members.map(({ teamId }) => teamId);
    const person = { id: row.id, role: personRole(row.role), teamIds };
    memory().set(email, { person, atMs });
    return person;
  } catch (error) {
    const failure = toDatabaseError(error, "PostgreSQL does not respond, so your sign-in cannot be checked");
    const isOutage = failure instanceof AppError && failure.code === "database-unavailable";
    if (isOutage && allowsOutage && known !== undefined && ageMs < outageMs) return known.person;
    throw failure;
  }
}

function createUnknownError(email: string): AppError {
  return new AppError("forbidden", `${email} is no person of this installation`, {
    userMessage: {
      title: "Not a person of Ridgepoint",
      next: "Ask an admin for an invitation, and open its link.",
    },
  });
}
