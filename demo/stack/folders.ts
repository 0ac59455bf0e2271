// Decides where the stack keeps its things: tools shared by all clones in a cache folder, data per clone and purpose.
// PostgreSQL refuses to run as root, so root's folders lie where an unprivileged user can go: a home of mode 0700
// would end in "permission denied" deep inside `initdb`.
import { createHash } from "node:crypto";
import { accessSync, chmodSync, constants, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";

/** What the choice of folders depends on, so that it can be tested without changing user. */
export interface FolderContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
  readonly homeFolder: string;
  readonly cloneFolder: string;
}

export const cloneFolder = resolve(import.meta.dirname, "../..");

export function currentFolderContext(): FolderContext {
  return { environment: process.env, isRoot: process.getuid?.() === 0, homeFolder: homedir(), cloneFolder };
}

/** The folder for downloaded and built tools; the same for every clone of a user. */
export function cacheFolder(context: FolderContext = currentFolderContext()): string {
  const { environment, isRoot, homeFolder } = context;
  if (environment["RIDGEPOINT_CACHE"]) return resolve(environment["RIDGEPOINT_CACHE"]);
  if (isRoot) return "/var/cache/ridgepoint";
  return join(environment["XDG_CACHE_HOME"] || join(homeFolder, ".cache"), "ridgepoint");
}

/** The folder for the data of one purpose ("demo", "start", "test-4711") in this clone. */
export function dataFolder(purpose: string, context: FolderContext = currentFolderContext()): string {
  const { environment, isRoot } = context;
  if (environment["RIDGEPOINT_DATA"]) return join(resolve(environment["RIDGEPOINT_DATA"]), purpose);
  if (!isRoot) return join(context.cloneFolder, ".ridgepoint", purpose);
  const pathHash = createHash("sha256").update(context.cloneFolder).digest("hex").slice(0, 8);
  return join("/var/lib/ridgepoint", `${basename(context.cloneFolder)}-${pathHash}`, purpose);
}

/** The folder for what belongs to the clone itself: locks and app builds. */
export function workFolder(): string {
  return join(cloneFolder, ".ridgepoint");
}

/** A variable that names a folder which cannot be used. */
export interface FolderError {
  readonly variable: string;
  readonly problem: string;
  readonly fix: string;
}

/** The first of the named folders in which nothing can be written; it is made where it is missing. */
export function findFolderError(environment: FolderContext["environment"]): FolderError | undefined {
  for (const variable of ["RIDGEPOINT_DATA", "RIDGEPOINT_CACHE"]) {
    const path = environment[variable];
    if (path === undefined || path === "") continue;
    try {
      accessSync(ensureFolder(resolve(path)), constants.W_OK);
    } catch (error) {
      const reason = error instanceof Error && "code" in error ? String(error.code) : "unusable";
      const fix = `set ${variable} to a folder that this user may write, or unset it`;
      return { variable, problem: `names ${path}, where nothing can be written (${reason})`, fix };
    }
  }
  return undefined;
}

/** Makes a folder and its parents. Root's are open to enter whatever the umask, for the user PostgreSQL runs as. */
export function ensureFolder(path: string): string {
  const firstMade = mkdirSync(path, { recursive: true });
  if (firstMade === undefined || process.getuid?.() !== 0) return path;
  for (let made = resolve(path); made.length >= firstMade.length; made = dirname(made))
    chmodSync(made, 0o755);
  return path;
}
