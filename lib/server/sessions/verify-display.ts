/** Finds the link of a wall display, and remembers it for a short time. */
import { wallDisplayPages, type WallDisplayPage } from "@/lib/model/deployment/display";
import { getDatabase } from "../db/client";
import { toDatabaseError } from "../db/failure";
import { getLogger } from "../logger";
import { getCallerCache, type CallerCache } from "./caller-cache";
import { hashToken } from "./session-cookie";

/** Link of a wall display that is neither expired nor revoked. */
export interface VerifiedDisplay {
  readonly id: string;
  readonly makerId: string;
  readonly pages: readonly WallDisplayPage[];
}

/** Shortest time between two stored uses of a link. */
const storedUseSeconds = 60;

const rememberedDisplays = (): CallerCache<VerifiedDisplay> => getCallerCache("verified-displays");

interface DisplayRequest {
  /** Network address of the client. */
  readonly address: string | null;
  /** True if a link that was verified before may be returned while PostgreSQL does not respond. */
  readonly allowsOutage: boolean;
}

/**
 * Returns the wall display link with this token. Undefined if it is unknown, expired or revoked. Throws
 * database-unavailable.
 */
export function verifyDisplay(
  token: string,
  { address, allowsOutage }: DisplayRequest,
): Promise<VerifiedDisplay | undefined> {
  const tokenHash = hashToken(token);
  return rememberedDisplays().find(tokenHash, {
    allowsOutage,
    read: () => readDisplay(tokenHash, address),
  });
}

/** Removes a revoked wall display link from memory, so that it ends at once in this process. */
export function forgetDisplay(displayId: string): void {
  rememberedDisplays().forgetWhere(({ id }) => id === displayId);
}

/** Removes the wall display links of a person from memory, so that they end at once in this process. */
export function forgetPersonDisplays(personId: string): void {
  rememberedDisplays().forgetWhere(({ makerId }) => makerId === personId);
}

async function readDisplay(tokenHash: string, address: string | null): Promise<VerifiedDisplay | undefined> {
  const row = await findRow(tokenHash);
  if (row === undefined) return undefined;
  if (!row.isUseStored) await storeUse(row.id, address);
  const pages = wallDisplayPages.filter((page) => row.pages.includes(page));
  return { id: row.id, makerId: row.makerId, pages };
}

interface DisplayRow {
  readonly id: string;
  readonly makerId: string;
  readonly pages: readonly string[];
  readonly isUseStored: boolean;
}

async function findRow(tokenHash: string): Promise<DisplayRow | undefined> {
  try {
    const [row] = await getDatabase().$queryRaw<readonly DisplayRow[]>`
      select display.id, display.maker_id as "makerId", display.pages,
        coalesce(display.last_used_at > now() - ${storedUseSeconds}::int * interval '1 second', false)
          as "isUseStored"
      from displays as display join people as maker on maker.id = display.maker_id
      where display.token_hash = ${tokenHash} and display.revoked_at is null and maker.state = 'active'
        and (display.expires_at is null or display.expires_at > now())`;
    return row;
  } catch (error) {
    throw toDatabaseError(
      error,
      "PostgreSQL does not respond, so the link of the wall display cannot be checked",
    );
  }
}

/** Stores the use of a link. A failure is only logged, because a display can still read if the database refuses changes. */
async function storeUse(id: string, address: string | null): Promise<void> {
  try {
    await getDatabase().$executeRaw`
      update displays set last_used_at = now(), last_address = ${address} where id = ${id}::uuid`;
  } catch (error) {
    getLogger().warn({ error }, "the time of the last use of a wall display's link could not be stored");
  }
}
