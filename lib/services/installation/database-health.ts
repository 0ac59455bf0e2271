/** Checks whether PostgreSQL responds within one second, so that the health endpoint stays fast. */
import { isAppError } from "@/lib/model/app-error";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import { withTimeLimit } from "@/lib/server/http/time-limit";

/** Health of the database: whether it responds, the time of the check, and why it is down. */
export type DatabaseHealth =
  | {
      readonly kind: "up";
      readonly version: string;
      readonly isReadOnly: boolean;
      readonly checkedAtMs: number;
    }
  | { readonly kind: "down"; readonly detail: string; readonly checkedAtMs: number };

const limitMs = 1_000;

/** Reads the health of the database. Never throws for an unavailable database. */
export async function readDatabaseHealth(): Promise<DatabaseHealth> {
  try {
    const [row] = await withTimeLimit(limitMs, undefined, () =>
      readRows(
        (database) =>
          database.$queryRaw<{ version: string; read_only: string }[]>`
            select current_setting('server_version') as version, current_setting('transaction_read_only') as read_only`,
      ),
    );
    const version = row?.version.split(" ")[0] ?? "";
    return { kind: "up", version, isReadOnly: row?.read_only === "on", checkedAtMs: nowMs() };
  } catch (error) {
    if (!isAppError(error)) throw error;
    const detail = error.code === "timeout" ? "PostgreSQL did not respond within 1 s" : error.message;
    return { kind: "down", detail, checkedAtMs: nowMs() };
  }
}
