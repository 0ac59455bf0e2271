/**
 * Which database errors mean "the database is not there for us now", as against a mistake in a query. The first become
 * `database-unavailable`, everything else passes through.
 */
import { AppError, isAppError } from "@/lib/model/app-error";

/** SQLSTATE classes and codes, node errors and Prisma codes that pass by themselves or need an operator, not a programmer. */
const unavailable: readonly RegExp[] = [
  /^08/, // connection exceptions
  /^57P0[1-5]$/, // shut down, crashed, cannot connect now, database dropped, idle session ended
  /^57014$/, // statement timeout
  /^55P03$/, // lock timeout
  /^25P0[34]$/, // idle in transaction, transaction timeout
  /^25006$/, // read only
  /^53/, // out of connections, disk or memory
  /^28/, // credentials refused
  /^3D000$/, // no such database
  /^(?:42P01|P2021)$/, // no such table: not migrated yet
  /^E(?:CONNREFUSED|CONNRESET|TIMEDOUT|PIPE|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/,
  /^EAI_AGAIN$/,
  /^P(?:1000|1001|1002|1003|1008|1011|1017|2024|2028|2037)$/,
];

const unavailableText =
  /connection terminated|server has closed the connection|timeout exceeded when trying to connect|can't reach database server|connection (?:refused|closed|ended)|cannot use a pool after calling end|client has encountered a connection error|unable to start a transaction/i;

/** True when repeating the same work later can succeed without any change of code. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return chain(error).some(
    (each) =>
      codesOf(each).some((code) => unavailable.some((pattern) => pattern.test(code))) ||
      (each instanceof Error && unavailableText.test(each.message)),
  );
}

/** True for a unique constraint that already holds such a row. */
export function isUniqueViolation(error: unknown): boolean {
  return chain(error).some((each) => codesOf(each).some((code) => code === "P2002" || code === "23505"));
}

/** `error` as `database-unavailable` when it is that, else as it is. */
export function asDatabaseError(error: unknown, what: string): unknown {
  if (isAppError(error) || !isDatabaseUnavailable(error)) return error;
  return new AppError("database-unavailable", what, { cause: error });
}

function codesOf(value: object): readonly string[] {
  return ["code", "originalCode"].flatMap((key) => {
    const code: unknown = Reflect.get(value, key);
    return typeof code === "string" ? [code] : [];
  });
}

/** The error, its causes, and what the driver adapter tucks into `meta`. */
function chain(error: unknown): readonly object[] {
  const found: object[] = [];
  const queue: unknown[] = [error];
  while (queue.length > 0 && found.length < 12) {
    const next = queue.shift();
    if (typeof next !== "object" || next === null || found.includes(next)) continue;
    found.push(next);
    for (const key of ["cause", "meta", "driverAdapterError"]) queue.push(Reflect.get(next, key));
    if (next instanceof AggregateError) queue.push(...next.errors);
  }
  return found;
}
