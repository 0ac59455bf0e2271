// Chooses the stack's folders: a cache folder for tools, shared by all clones, and data folders per clone and
// purpose. PostgreSQL refuses to run as root. For root, the folders are therefore in a place that an unprivileged user
// can access: in a home folder of mode 0700, `initdb` would fail with "permission denied".
import { createHash } from "node:crypto";
import { accessSync, chmodSync, constants, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";

/** Inputs for the choice of folders, so that tests need not change the user. */
export interface FolderContext {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isRoot: boolean;
  readonly homeFolder: string;
  readonly cloneFolder: string;
}

/** Root folder of this clone. */
export const cloneFolder = resolve(import.meta.dirname, "../..");

/** Returns the inputs of this process. */
export function readFolderContext(): FolderContext {
  return { environment: process.env, isRoot: process.getuid?.() === 0, homeFolder: homedir(), cloneFolder };
}

/** Returns the folder for downloaded and built tools; the same for every clone of a user. */
export function cacheFolder(context: FolderContext = readFolderContext()): string {
  const { environment, isRoot, homeFolder } = context;
  if (environment["RIDGEPOINT_CACHE"]) return resolve(environment["RIDGEPOINT_CACHE"]);
  if (isRoot) return "/var/cache/ridgepoint";
  return join(environment["XDG_CACHE_HOME"] || join(homeFolder, ".cache"), "ridgepoint");
}

/** Returns the folder for the data of one purpose ("demo", "start", "test-4711") in this clone. */
export function dataFolder(purpose: string, context: FolderContext = readFolderContext()): string {
  const { environment, isRoot } = context;
  if (environment["RIDGEPOINT_DATA"]) return join(resolve(environment["RIDGEPOINT_DATA"]), purpose);
  if (!isRoot) return join(context.cloneFolder, ".ridgepoint", purpose);
  const pathHash = createHash("sha256").update(context.cloneFolder).digest("hex").slice(0, 8);
  return join("/var/lib/ridgepoint", `${basename(context.cloneFolder)}-${pathHash}`, purpose);
}

/** Returns the folder for files of the clone: locks and app builds. */
export function workFolder(): string {
  return join(cloneFolder, ".ridgepoint");
}

/** An environment variable that names an unusable folder. */
export interface FolderError {
  /** Name of the environment variable. */
  readonly variable: string;
  readonly problem: string;
  readonly fix: string;
}

/** Returns the first configured folder that is not writable; creates missing folders. */
export function findFolderError(environment: FolderContext["environment"]): FolderError | undefined {
  for (const variable of ["RIDGEPOINT_DATA", "RIDGEPOINT_CACHE"]) {
    const path = environment[variable];
    if (path === undefined || path === "") continue;
    try {
      accessSync(ensureFolder(resolve(path)), constants.W_OK);
    } catch (error) {
      const reason = error instanceof Error && "code" in error ? String(error.code) : "unusable";
      const fix = `set ${variable} to a folder that this user can write to, or unset it`;
      return { variable, problem: `names ${path}, which is not writable (${reason})`, fix };
    }
  }
  return undefined;
}

/**
 * Creates a folder and its parents. Folders created by root are accessible regardless of the umask, for the
 * PostgreSQL user.
 */
export function ensureFolder(path: string): string {
  const firstMade = mkdirSync(path, { recursive: true });
  if (firstMade === undefined || process.getuid?.() !== 0) return path;
  for (let made = resolve(path); made.length >= firstMade.length; made = dirname(made))
    chmodSync(made, 0o755);
  return path;
}
