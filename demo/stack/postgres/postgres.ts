// Runs PostgreSQL on a loopback port, with its data in a folder that survives restarts.
import { randomBytes } from "node:crypto";
import { chownSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
// oxlint-disable-next-line no-restricted-imports -- probes the embedded server, before there is an app
import pg from "pg";
import { ensureFolder } from "../folders";
import type { Log } from "../log";
import { type Part, createProcessPart } from "../part";
import {
  findPostgresPrograms,
  findPostgresUser,
  type PostgresProgramPaths,
  type PostgresUser,
} from "./postgres-binaries";
import type { ProcessOwner, ProcessSpec } from "../process/process";
import { processIdentity } from "../process/process-identity.mjs";
import { StackError } from "../stack-error";
import { lastLine, runCommand } from "../tools/run-command";

export interface PostgresOptions {
  readonly folder: string;
  readonly port: number;
  readonly owner: ProcessOwner;
  readonly log: Log;
  /** False trades durability for speed; for tests only. */
  readonly isDurable: boolean;
}

const postgresDatabase = "ridgepoint";
const USER = "ridgepoint";
const STARTUP_LIMIT_MS = 60_000;
// Errors while the server starts, recovers or shuts down (SQLSTATE 57P03).
const NOT_YET = new Set(["ECONNREFUSED", "ECONNRESET", "57P03"]);

/** Returns the URL of a database. The password is created at the first call and stored in the folder. */
export function createPostgresUrl(
  { folder, port }: Pick<PostgresOptions, "folder" | "port">,
  databaseName = postgresDatabase,
): string {
  return `postgresql://${USER}:${readPassword(folder)}@127.0.0.1:${port}/${databaseName}`;
}

/** Creates the part that runs PostgreSQL. */
export function createPostgresPart(options: PostgresOptions): Part {
  return createProcessPart({
    name: "postgres",
    owner: options.owner,
    log: options.log,
    prepareProcess: () => prepare(options),
    afterStart: () => ensureDatabase(options),
  });
}

async function prepare(options: PostgresOptions): Promise<ProcessSpec> {
  const user = await findPostgresUser();
  const programs = await findPostgresPrograms(user);
  const data = join(ensureFolder(options.folder), "data");
  if (statSync(join(data, "PG_VERSION"), { throwIfNoEntry: false }) === undefined) {
    await initialise({ options, programs, user, data });
  }
  await checkVersion(data, programs);
  removeStalePidFile(data);
  return {
    name: "postgres",
    command: programs.postgres,
    args: [
      "-D",
      data,
      ...Object.entries(settings(options)).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    cwd: data,
    env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" },
    ...user,
    logFile: join(options.folder, "postgres.log"),
    stopSignal: "SIGINT",
    isReady: () => accepts(createPostgresUrl(options, "postgres")),
    readyTimeoutMs: STARTUP_LIMIT_MS,
  };
}

function settings({ port, isDurable }: PostgresOptions): Readonly<Record<string, string>> {
  return {
    port: String(port),
    listen_addresses: "127.0.0.1",
    // A socket path in a deep folder would exceed the system's limit of about 100 characters.
    unix_socket_directories: "",
    timezone: "UTC",
    log_timezone: "UTC",
    max_connections: "200",
    ...(isDurable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
}

interface Initialisation {
  readonly options: PostgresOptions;
  readonly programs: PostgresProgramPaths;
  readonly user: PostgresUser | undefined;
  readonly data: string;
}

async function initialise({ options, programs, user, data }: Initialisation): Promise<void> {
  // initdb refuses the folder of an earlier, interrupted attempt.
  rmSync(data, { recursive: true, force: true });
  ensureFolder(data);
  const passwordFile = join(data, "..", "initdb-password");
  writeFileSync(passwordFile, `${readPassword(options.folder)}\n`, { mode: 0o600 });
  if (user !== undefined) for (const path of [data, passwordFile]) chownSync(path, user.uid, user.gid);
  const { exitCode, output } = await runCommand(
    programs.initdb,
    [
      `--pgdata=${data}`,
      `--username=${USER}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      // The built-in locale sorts the same on every machine and needs no system locale.
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      ...(options.isDurable ? [] : ["--no-sync"]),
    ],
    { cwd: dirname(data), env: { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" }, ...user },
  );
  rmSync(passwordFile, { force: true });
  if (exitCode === 0) return;
  rmSync(data, { recursive: true, force: true });
  throw new StackError(
    `PostgreSQL could not create its data folder ${data}: ${lastLine(output)}`,
    "set RIDGEPOINT_DATA to a folder that the PostgreSQL user can access",
  );
}

async function checkVersion(data: string, programs: PostgresProgramPaths): Promise<void> {
  const stored = readFileSync(join(data, "PG_VERSION"), "utf8").trim();
  const { output } = await runCommand(programs.postgres, ["--version"]);
  const major = /\(PostgreSQL\) (\d+)/.exec(output)?.[1];
  if (major === undefined || major === stored) return;
  throw new StackError(
    `the data in ${data} were written by PostgreSQL ${stored}, but this is PostgreSQL ${major}`,
    `move ${dirname(data)} away to start with an empty database`,
  );
}

/**
 * Removes a stale pid file. PostgreSQL refuses to start when the process in its pid file exists, even when the number
 * was reassigned to another program. Another program does not have our data folder among its arguments.
 */
function removeStalePidFile(data: string): void {
  const file = join(data, "postmaster.pid");
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return;
  const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
  const identity = Number.isInteger(pid) && pid > 0 ? processIdentity(pid) : undefined;
  const isPostgres = identity !== undefined && runsIn(pid, data);
  if (isPostgres) {
    throw new StackError(`PostgreSQL is already running on ${data} (process ${pid})`, `kill -INT ${pid}`);
  }
  rmSync(file, { force: true });
}

function runsIn(pid: number, data: string): boolean {
  // Without /proc the pid file is trusted: refusing to start is better than two servers on one folder.
  if (process.platform !== "linux") return true;
  return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").includes(data);
}

async function ensureDatabase(options: PostgresOptions): Promise<void> {
  await withClient(createPostgresUrl(options, "postgres"), async (client) => {
    const found = await client.query("select 1 from pg_database where datname = $1", [postgresDatabase]);
    if (found.rowCount === 0)
      await client.query(`create database ${client.escapeIdentifier(postgresDatabase)}`);
  });
}

async function accepts(url: string): Promise<boolean> {
  try {
    await withClient(url, (client) => client.query("select 1"));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && NOT_YET.has(String(error.code))) return false;
    throw error;
  }
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A server that stops during the connection also emits an error event; the rejected query is the relevant error.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end();
  }
}

function readPassword(folder: string): string {
  const file = join(ensureFolder(folder), "password");
  if (statSync(file, { throwIfNoEntry: false }) === undefined) {
    writeFileSync(file, randomBytes(18).toString("base64url"), { mode: 0o600 });
  }
  return readFileSync(file, "utf8").trim();
}
