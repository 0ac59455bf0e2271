/**
 * Finds the link of a wall display. It is read from the database for each request, so that revoking it, and the removal
 * of its maker, act at once.
 */
import { displayPages, type DisplayPage } from "@/lib/model/deployment/display";
import { getDatabase } from "../db/client";
import { toDatabaseError } from "../db/failure";
import { getLogger } from "../logger";
import { hashToken } from "./session-cookie";

/** A link that is neither expired nor revoked. */
export interface VerifiedDisplay {
  readonly id: string;
  readonly pages: readonly DisplayPage[];
}

/** Uses are stored at most this often. */
const storedUseSeconds = 60;

interface DisplayRow {
  readonly id: string;
  readonly pages: readonly string[];
  readonly isUseStored: boolean;
}

/** Returns the link with this token. Undefined if it is unknown, expired or revoked. Throws database-unavailable. */
export async function verifyDisplay(
  token: string,
  address: string | null,
): Promise<VerifiedDisplay | undefined> {
  const row = await findRow(hashToken(token));
  if (row === undefined) return undefined;
  if (!row.isUseStored) await storeUse(row.id, address);
  return { id: row.id, pages: displayPages.filter((page) => row.pages.includes(page)) };
}

async function findRow(tokenHash: string): Promise<DisplayRow | undefined> {
  try {
    const [row] = await getDatabase().$queryRaw<readonly DisplayRow[]>`
      select display.id, display.pages,
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

/** A database that refuses changes does not prevent reading, so a failure is only logged. */
async function storeUse(id: string, address: string | null): Promise<void> {
  try {
    await getDatabase().$executeRaw`
      update displays set last_used_at = now(), last_address = ${address} where id = ${id}::uuid`;
  } catch (error) {
    getLogger().warn({ error }, "the use of a wall display's link could not be stored");
  }
}
