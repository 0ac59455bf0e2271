/**
 * `npm run admin:recover -- EMAIL`: ends the second factor of an admin, and prints a one-time link that sets a new
 * password. The database is that of DATABASE_URL, or the bundled one of `npm start`. Exit code 1 for an unknown admin, 64
 * for wrong usage, 70 if the database does not respond.
 */
import { createDatabaseClient } from "@/lib/server/db/client";
import { isDatabaseUnavailable } from "@/lib/server/db/failure";
import { noDatabaseText, readProgramDatabase } from "@/scripts/start-checks/program-database";
import { createRecoveryLink, recoveryLinkHours } from "@/lib/services/people/create-recovery-link";

// As in sysexits.h.
const exitCodes = { unknown: 1, wrongUsage: 64, unavailable: 70 } as const;

function stop(code: number, message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

const [email, ...more] = process.argv.slice(2);
if (email === undefined || more.length > 0)
  stop(exitCodes.wrongUsage, "one e-mail address is needed. fix: npm run admin:recover -- ada@example.com");
const connectionString = readProgramDatabase();
if (connectionString === undefined) stop(exitCodes.wrongUsage, noDatabaseText);
const address = process.env["RIDGEPOINT_URL"] || `http://localhost:${process.env["PORT"] || 3000}`;
if (!URL.canParse(address))
  stop(
    exitCodes.wrongUsage,
    "RIDGEPOINT_URL is not a URL. fix: RIDGEPOINT_URL=https://ridgepoint.example.com",
  );

const database = createDatabaseClient(connectionString);
try {
  const link = await createRecoveryLink(database, { email, origin: new URL(address).origin });
  if (link === undefined) {
    process.stderr.write(`no admin has the e-mail address ${email}\n`);
    process.exitCode = exitCodes.unknown;
  } else {
    process.stdout.write(
      `To set a new password, open ${link}\nThe link is valid for ${recoveryLinkHours} h and one use. The sign-in needs no second factor now.\n`,
    );
  }
} catch (error) {
  if (!isDatabaseUnavailable(error)) throw error;
  process.stderr.write("the database does not respond or is not migrated. fix: npm run doctor\n");
  process.exitCode = exitCodes.unavailable;
} finally {
  await database.$disconnect();
}
