/**
 * Finds the session of a token. A verified session is remembered for 5 s, so that ending it acts within this time.
 * While PostgreSQL does not respond, sessions that were verified within 5 minutes may go on reading.
 */
import { LRUCache } from "lru-cache";
import { isAppError } from "@/lib/model/app-error";
import type { Role } from "@/lib/model/person";
import { personRole } from "../access/roles";
import { nowMs } from "../clock";
import { createWorkShare, findOrStart, type WorkShare } from "../concurrency/share";
import { waitOrPending } from "../concurrency/pending-after";
import { getDatabase } from "../db/client";
import { toDatabaseError } from "../db/failure";
import { getProcessMemory } from "../memory";

/** A session that is neither ended nor expired, with the present role and teams of its person. */
export interface VerifiedSession {
  readonly id: string;
  readonly personId: string;
  readonly role: Role;
  readonly teamIds: readonly string[];
  readonly expiresAtMs: number;
  /** True for an admin without the second factor that the organisation requires, who has the role editor. */
  readonly lacksSecondFactor: boolean;
}

/** A session ends when it was not used for this time. */
export const idleHours = 12;
/** Uses are stored at most this often. */
const storedUseSeconds = 60;
const rememberedMs = 5_000;
const outageMs = 5 * 60_000;
/** A slower database counts as unavailable for sessions that were verified before. */
const maxWaitMs = 1_000;
const maxRemembered = 10_000;

interface Remembered {
  readonly session: VerifiedSession;
  readonly atMs: number;
  readonly isUseStored: boolean;
}

interface SessionMemory {
  readonly sessions: LRUCache<string, Remembered>;
  readonly reads: WorkShare<VerifiedSession | undefined, null, string>;
}

const memory = (): SessionMemory =>
  getProcessMemory("verified-sessions", () => ({
    sessions: new LRUCache<string, Remembered>({ max: maxRemembered }),
    reads: createWorkShare<VerifiedSession | undefined, null, string>(),
  }));

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
  const known = memory().sessions.get(tokenHash);
  const ageMs = known === undefined ? Number.POSITIVE_INFINITY : performance.now() - known.atMs;
  if (known !== undefined && ageMs < rememberedMs && (known.isUseStored || !isUse))
    return unlessExpired(known.session);
  const reading = findOrStart(memory().reads, `${tokenHash} ${isUse}`, () =>
    readSession(tokenHash, isUse),
  ).joinResult();
  if (known === undefined || !allowsOutage || ageMs > outageMs) return reading;
  const outcome = await waitOrPending(maxWaitMs, () => reading);
  if (outcome.kind === "done") return outcome.value;
  if (outcome.kind === "failed" && !isAppError(outcome.error)) throw outcome.error;
  return unlessExpired(known.session);
}

/** Forgets a session that this process ended, so that it ends at once. */
export function forgetSession(tokenHash: string): void {
  memory().sessions.delete(tokenHash);
}

/** Forgets the sessions of a person, so that they end at once in this process. */
export function forgetSessionsOf(personId: string): void {
  for (const [tokenHash, { session }] of memory().sessions.entries())
    if (session.personId === personId) memory().sessions.delete(tokenHash);
}

/** Forgets all sessions, so that a changed rule of the sign-in applies at once in this process. */
export function forgetAllSessions(): void {
  memory().sessions.clear();
}

function unlessExpired(session: VerifiedSession): VerifiedSession | undefined {
  return session.expiresAtMs > nowMs() ? session : undefined;
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

async function readSession(tokenHash: string, isUse: boolean): Promise<VerifiedSession | undefined> {
  const atMs = performance.now();
  const row = await findRow(tokenHash);
  if (row === undefined) {
    memory().sessions.delete(tokenHash);
    return undefined;
  }
  if (isUse && !row.isUseStored) await storeUse(row.id);
  const session: VerifiedSession = {
    id: row.id,
    personId: row.personId,
    role: row.lacksSecondFactor ? "editor" : personRole(row.role),
    teamIds: row.teamIds,
    expiresAtMs: row.expiresAt.getTime(),
    lacksSecondFactor: row.lacksSecondFactor,
  };
  memory().sessions.set(tokenHash, { session, atMs, isUseStored: isUse || row.isUseStored });
  return session;
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
