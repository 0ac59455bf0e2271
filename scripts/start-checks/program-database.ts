/** The database of a program that runs next to the server: that of DATABASE_URL, or the bundled one of `npm start`. */
import { findBundledDatabaseUrl } from "@/demo/stack/postgres/bundled-database";

/** States why a program has no database, and how to give it one. */
export const noDatabaseText =
  "DATABASE_URL is not set, and npm start does not run with the bundled PostgreSQL. fix: start Ridgepoint, or set DATABASE_URL, for example postgresql://user@localhost:5432/ridgepoint";

/** Returns the URL of the database. Undefined if there is none. */
export function readProgramDatabase(): string | undefined {
  return process.env["DATABASE_URL"] || findBundledDatabaseUrl();
}
