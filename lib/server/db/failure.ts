/**
 * Separates errors of an unavailable database from query errors. Errors of an unavailable database become
 * `database-unavailable`. Other errors are passed on unchanged.
 */
import { AppError, isAppError } from "@/lib/model/app-error";
import { getLifecycle } from "../lifecycle";

/** SQLSTATE, Node and Prisma codes of errors that are temporary or require an operator, not a code change. */
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
  /^(?:42P01|P2021)$/, // no such table: not migrated
  /^E(?:CONNREFUSED|CONNRESET|TIMEDOUT|PIPE|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/,
  /^EAI_AGAIN$/,
  /^P(?:1000|1001|1002|1003|1008|1011|1017|2024|2028|2037)$/,
];

/** Kinds of errors of the driver adapter, which have no code when they concern the connection. */
const unavailableKinds: ReadonlySet<unknown> = new Set([
  "ConnectionClosed",
  "DatabaseNotReachable",
  "DatabaseDoesNotExist",
  "DatabaseAccessDenied",
  "AuthenticationFailed",
  "SocketTimeout",
  "TlsConnectionError",
  "TooManyConnections",
]);

const unavailableText =
  /connection terminated|server has closed the connection|timeout exceeded when trying to connect|^timeout expired$|can't reach database server|connection (?:refused|closed|ended)|cannot use a pool after calling end|client (?:has encountered a connection error|was closed)|unable to start a transaction/i;

/**
 * Codes for a missing table, column, function, type or schema. They are bugs in a migrated database. While this process
 * migrates it, each migration commits separately, so any of them can be missing for a moment.
 */
const missingPart = /^(?:42P01|42703|42883|42704|3F000|P2021|P2022)$/;

/** Returns whether a part of the schema is missing because the migrations have not all been applied yet. */
function isBeingPrepared(error: unknown): boolean {
  if (getLifecycle().isPrepared) return false;
  return listCauses(error).some((each) => codesOf(each).some((code) => missingPart.test(code)));
}

/** Returns whether a database error is temporary, so that the same work can succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (isBeingPrepared(error)) return true;
  return listCauses(error).some(
    (each) =>
      codesOf(each).some((code) => unavailable.some((pattern) => pattern.test(code))) ||
      unavailableKinds.has(Reflect.get(each, "kind")) ||
      (each instanceof Error && unavailableText.test(each.message)),
  );
}

/** Returns whether the database responds but refuses writes, for example because it is a replica or its disk is full. */
function isReadOnlyError(error: unknown): boolean {
  return listCauses(error).some((each) => codesOf(each).includes("25006"));
}

/** Describes an unavailable database in one line. */
export function describeUnavailableDatabase(error: unknown): string {
  if (isBeingPrepared(error)) return beingPreparedText;
  return isReadOnlyError(error) ? readOnlyText : "PostgreSQL does not respond";
}

const beingPreparedText = "the database is being prepared for this version of Ridgepoint";
const beingPreparedMessage = {
  title: "The database is being prepared",
  next: "Wait until the migrations are applied. This usually takes less than a minute. The log names a migration that failed.",
} as const;

const readOnlyText = "PostgreSQL is read-only, so it refuses changes";
const readOnlyMessage = {
  title: "The database refuses changes",
  next: "Nothing was saved. Let PostgreSQL accept writes, and repeat the change.",
} as const;

/** Codes of SQLSTATE and Prisma for a row that refers to a row that does not exist. */
const missingReferenceCodes: readonly string[] = ["23503", "P2003"];

/**
 * Converts a database error: an unavailable database becomes `database-unavailable`, and a reference to a
 * row that does not exist (any more) becomes `conflict`. Other errors are returned unchanged.
 */
export function toDatabaseError(error: unknown, message: string): unknown {
  if (isAppError(error)) return error;
  if (listCauses(error).some((each) => codesOf(each).some((code) => missingReferenceCodes.includes(code))))
    return new AppError("conflict", "an item that the change refers to was deleted or is not stored yet", {
      cause: error,
    });
  if (!isDatabaseUnavailable(error)) return error;
  if (isBeingPrepared(error))
    return new AppError("database-unavailable", beingPreparedText, {
      cause: error,
      userMessage: beingPreparedMessage,
    });
  if (isReadOnlyError(error))
    return new AppError("database-unavailable", readOnlyText, {
      cause: error,
      userMessage: readOnlyMessage,
    });
  return new AppError("database-unavailable", message, { cause: error });
}

function codesOf(value: object): readonly string[] {
  return ["code", "originalCode"].flatMap((key) => {
    const code: unknown = Reflect.get(value, key);
    return typeof code === "string" ? [code] : [];
  });
}

/** Returns the error, its causes, and the error that the driver adapter stores in `meta`. */
function listCauses(error: unknown): readonly object[] {
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
