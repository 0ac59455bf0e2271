/** Finds the session of a token, and remembers it for a short time. */
import type { Role } from "@/lib/model/person";
import { parsePersonRole } from "../access/roles";
import { nowMs } from "../clock";
import { getDatabase } from "../db/client";
import { toDatabaseError } from "../db/failure";
import { getCallerCache, type CallerCache } from "./caller-cache";

/** Session that is neither ended nor expired, with the current role and teams of its person. */
export interface VerifiedSession {
  readonly id: string;
  readonly personId: string;
  readonly role: Role;
  readonly teamIds: readonly string[];
  readonly expiresAtMs: number;
  /** True for an admin without the second factor that the organisation requires, who has the role editor. */
  readonly lacksSecondFactor: boolean;
}

/** Hours without use after which a session ends. */
export const idleHours = 12;
/** Shortest time between two stored uses of a session. */
const storedUseSeconds = 60;

interface FoundSession {
  readonly session: VerifiedSession;
  readonly isUseStored: boolean;
}

const rememberedSessions = (): CallerCache<FoundSession> => getCallerCache("verified-sessions");

/** Whether a request counts as use of its session, and whether a session in memory is sufficient. */
export interface VerificationOptions {
  /** True if the request counts as use of the session. */
  readonly isUse: boolean;
  /** True if a session that was verified before may be returned while PostgreSQL does not respond. */
  readonly allowsOutage: boolean;
}

/**
 * Returns the session whose token has this hash. Undefined if there is none, or if it ended or expired. Throws
 * database-unavailable.
 */
export async function verifySession(
  tokenHash: string,
  { isUse, allowsOutage }: VerificationOptions,
): Promise<VerifiedSession | undefined> {
  const found = await rememberedSessions().find(tokenHash, {
    allowsOutage,
    read: () => readSession(tokenHash, isUse),
    readKind: String(isUse),
    isSufficient: ({ isUseStored }) => isUseStored || !isUse,
  });
  return found !== undefined && found.session.expiresAtMs > nowMs() ? found.session : undefined;
}

/** Removes an ended session from memory, so that it ends at once in this process. */
export function forgetSession(tokenHash: string): void {
  rememberedSessions().forget(tokenHash);
}

/** Removes the sessions of a person from memory, so that they end at once in this process. */
export function forgetPersonSessions(personId: string): void {
  rememberedSessions().forgetWhere(({ session }) => session.personId === personId);
}

/**
 * Removes all verified sessions from memory, so that a changed sign-in rule applies to the next request. It
 * signs out no person.
 */
export function clearVerifiedSessions(): void {
  rememberedSessions().forgetWhere(() => true);
}

interface SessionRow {
  readonly id: string;
  readonly personId: string;
  readonly role: string;
  readonly teamIds: readonly string[];
  readonly expiresAt: Date;
  readonly isUseStored: boolean;
  readonly lacksSecondFactor: boolean;
}

async function readSession(tokenHash: string, isUse: boolean): Promise<FoundSession | undefined> {
  const row = await findRow(tokenHash);
  if (row === undefined) return undefined;
  if (isUse && !row.isUseStored) await storeUse(row.id);
  const session: VerifiedSession = {
    id: row.id,
    personId: row.personId,
    role: row.lacksSecondFactor ? "editor" : parsePersonRole(row.role),
    teamIds: row.teamIds,
    expiresAtMs: row.expiresAt.getTime(),
    lacksSecondFactor: row.lacksSecondFactor,
  };
  return { session, isUseStored: isUse || row.isUseStored };
}

async function findRow(tokenHash: string): Promise<SessionRow | undefined> {
  try {
    const rows = await getDatabase().$queryRaw<readonly SessionRow[]>`
      select session.id, session.person_id as "personId", person.role, session.expires_at as "expiresAt",
        array(select team_id::text from members where person_id = person.id) as "teamIds",
        session.used_at > now() - ${storedUseSeconds}::int * interval '1 second' as "isUseStored",
        person.role = 'admin' and session.method = 'password'
          and exists (select from organisations where requires_second_factor)
          and not exists (select from second_factors where person_id = person.id and enabled_at is not null)
          as "lacksSecondFactor"
      from sessions as session join people as person on person.id = session.person_id
      where session.token_hash = ${tokenHash} and person.state = 'active' and session.expires_at > now()
        and session.used_at > now() - ${idleHours}::int * interval '1 hour'`;
    return rows[0];
  } catch (error) {
    throw toDatabaseError(error, "PostgreSQL does not respond, so your sign-in cannot be checked");
  }
}

async function storeUse(id: string): Promise<void> {
  try {
    await getDatabase().$executeRaw`update sessions set used_at = now() where id = ${id}::uuid`;
  } catch (error) {
    throw toDatabaseError(error, "PostgreSQL refuses changes, so the use of your session cannot be stored");
  }
}
