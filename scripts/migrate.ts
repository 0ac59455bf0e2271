/**
 * `npm run db:migrate`: migrates the database of DATABASE_URL to the current schema. Safe to run at any time, even
 * while the application is running.
 */
import { applyMigrations, MigrationError } from "@/lib/server/db/migrate";

const connectionString = process.env["DATABASE_URL"];
if (connectionString === undefined || connectionString === "") {
  process.stderr.write(
    "DATABASE_URL is not set. fix: set DATABASE_URL, for example postgresql://user@localhost:5432/ridgepoint\n",
  );
  process.exit(64);
}

try {
  const applied = await applyMigrations({ connectionString });
  process.stdout.write(
    applied.length === 0 ? "the database is up to date\n" : `applied ${applied.join(", ")}\n`,
  );
} catch (error) {
  if (!(error instanceof MigrationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
