/**
 * `npm run audit:verify`: checks that no entry of the audit trail was changed, removed or inserted later. The database is
 * that of DATABASE_URL, or the bundled one of `npm start`. `--expect SEQUENCE:HASH` also checks that the chain contains the end that an earlier run printed.
 * Exit code 1 if the trail was changed, 64 for wrong usage, 70 if the database does not respond.
 */
import { parseArgs } from "node:util";
import { createDatabaseClient } from "@/lib/server/db/client";
import { isDatabaseUnavailable } from "@/lib/server/db/failure";
import { noDatabaseText, readProgramDatabase } from "@/scripts/start-checks/program-database";
import { verifyAuditChain, type ChainReport } from "@/lib/services/audit/verify-chain";

// As in sysexits.h.
const exitCodes = { changed: 1, wrongUsage: 64, unavailable: 70 } as const;

function stop(code: number, message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

function readExpectedHead(text: string | undefined) {
  if (text === undefined) return undefined;
  const [, sequence, hash] = /^(\d{1,18}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (sequence === undefined || hash === undefined)
    stop(exitCodes.wrongUsage, "--expect is malformed. fix: use the end that an earlier run printed");
  return { sequence: BigInt(sequence), hash };
}

function readOptions() {
  try {
    return parseArgs({ options: { expect: { type: "string" } } }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return stop(
      exitCodes.wrongUsage,
      `${error.message}. fix: npm run audit:verify -- --expect SEQUENCE:HASH`,
    );
  }
}

function summarize({ head, unsealedCount, erasedCount, faults }: ChainReport): string {
  return [
    `${head.sequence} sealed entries, ${unsealedCount} not sealed yet, ${erasedCount} with an erased payload`,
    ...faults,
    faults.length === 0 ? "the audit trail is unchanged" : "the audit trail was changed",
    `end of the chain: ${head.sequence}:${head.hash}`,
  ].join("\n");
}

const expected = readExpectedHead(readOptions().expect);
const connectionString = readProgramDatabase();
if (connectionString === undefined) stop(exitCodes.wrongUsage, noDatabaseText);

const database = createDatabaseClient(connectionString);
try {
  const report = await verifyAuditChain(database, expected);
  process.stdout.write(`${summarize(report)}\n`);
  if (report.faults.length > 0) process.exitCode = exitCodes.changed;
} catch (error) {
  if (!isDatabaseUnavailable(error)) throw error;
  process.stderr.write("the database does not respond or is not migrated. fix: npm run doctor\n");
  process.exitCode = exitCodes.unavailable;
} finally {
  await database.$disconnect();
}
