/** Reads one API token. */
import { AppError } from "@/lib/model/app-error";
import type { ApiTokenEntry } from "@/lib/contracts/people/tokens";
import { readRows } from "@/lib/server/db/read-rows";
import { toTokenEntry, tokenColumns } from "./token-row";

/** Returns one API token without its secret. Throws not-found and database-unavailable. */
export async function readToken(id: string, asOfMs: number): Promise<ApiTokenEntry> {
  const row = await readRows((database) =>
    database.apiToken.findUnique({ where: { id }, select: tokenColumns }),
  );
  if (row === null) throw new AppError("not-found", "there is no such API token");
  return toTokenEntry(row, asOfMs);
}
