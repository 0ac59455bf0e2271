// Finds the bundled PostgreSQL that `npm start` runs, for programs that use its database.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { dataFolder } from "../folders";
import { createPostgresUrl } from "./postgres";

/** Returns the URL of the bundled database of `npm start` in this data folder. Undefined while it does not run. */
export function findBundledDatabaseUrl(): string | undefined {
  const folder = join(dataFolder("start"), "postgres");
  const port = readPort(join(folder, "data/postmaster.pid"));
  return port === undefined ? undefined : createPostgresUrl({ folder, port });
}

/** The fourth line of the pid file of PostgreSQL is the port. */
function readPort(file: string): number | undefined {
  try {
    const port = Number(readFileSync(file, "utf8").split("\n")[3]);
    return Number.isInteger(port) && port > 0 ? port : undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
