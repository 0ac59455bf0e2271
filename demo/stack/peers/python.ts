// Python environments for serving products that are Python packages: created once in the cache folder. When that
// fails, the result is a one-line reason.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, ensureFolder } from "../folders";
import type { Log } from "../log";
import { withLock } from "../process/lock.mjs";
import { lastLine, runCommand } from "../tools/run-command";

/** Python packages of one product, with pinned versions. */
export interface PythonRecipe {
  readonly name: string;
  readonly version: string;
  readonly packages: readonly string[];
  /**
   * Suffix for additional packages, such as those for sending spans, so that environments without them are not
   * reused.
   */
  readonly nameSuffix?: string;
  /** For the log line, such as "0.6 GB". */
  readonly downloadSize: string;
}

/** A usable environment, or the reason why there is none. `findProgram` returns the path of a program in it. */
export type PythonEnvironment =
  | { readonly kind: "ready"; readonly findProgram: (name: string) => string }
  | { readonly kind: "missing"; readonly reason: string };

/** Options of `preparePython`. */
export interface PythonSearch {
  readonly log: Log;
  /** Folder for environments. Absent for the user's cache folder. */
  readonly cachePath?: string;
  readonly signal?: AbortSignal;
}

export const dynamoRecipe: PythonRecipe = {
  name: "dynamo",
  version: "1.4.0",
  packages: ["ai-dynamo==1.4.0"],
  downloadSize: "0.6 GB",
};

export const litellmRecipe: PythonRecipe = {
  name: "litellm",
  version: "1.106.2",
  nameSuffix: "otel",
  packages: [
    "litellm[proxy]==1.106.2",
    "prometheus_client==0.26.0",
    "opentelemetry-sdk",
    "opentelemetry-exporter-otlp-proto-http",
  ],
  downloadSize: "0.8 GB",
};

const pythons = ["python3", "python3.12", "python3.11", "python3.10"] as const;
const probe = "import sys, venv, ensurepip; sys.exit(0 if sys.version_info >= (3, 10) else 3)";

/** Returns the folder of the environment inside the cache folder. */
export function findEnvironmentFolder(
  { name, version, nameSuffix }: PythonRecipe,
  cachePath: string,
): string {
  return join(cachePath, "peers", `${name}-${version}${nameSuffix === undefined ? "" : `+${nameSuffix}`}`);
}

/**
 * Returns the environment of `recipe` and creates it when it is missing. Never throws if the machine lacks a
 * requirement.
 */
export async function preparePython(recipe: PythonRecipe, search: PythonSearch): Promise<PythonEnvironment> {
  const cache = search.cachePath ?? cacheFolder();
  const folder = findEnvironmentFolder(recipe, cache);
  const ready = (): PythonEnvironment => ({
    kind: "ready",
    findProgram: (name) => join(folder, "bin", name),
  });
  if (isComplete(folder)) return ready();
  return withLock(join(cache, "locks", `${recipe.name}.lock`), async () => {
    // Another process may have created it while this one waited for the lock.
    if (isComplete(folder)) return ready();
    const reason = await make(recipe, folder, search);
    return reason === undefined ? ready() : { kind: "missing", reason };
  });
}

const isComplete = (folder: string): boolean => existsSync(join(folder, "complete"));

async function make(
  recipe: PythonRecipe,
  folder: string,
  { log, signal }: PythonSearch,
): Promise<string | undefined> {
  const python = await basePython();
  if (python === undefined)
    return `${recipe.name} ${recipe.version} needs Python 3.10 or newer with venv, which is not on PATH`;
  log(`downloading ${recipe.name} ${recipe.version} (${recipe.downloadSize}, once)`);
  rmSync(folder, { recursive: true, force: true });
  ensureFolder(folder);
  const options = signal === undefined ? {} : { signal };
  const made = await runCommand(python, ["-m", "venv", folder], options);
  if (made.exitCode !== 0) return `python -m venv failed: ${lastLine(made.output)}`;
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...recipe.packages];
  const installed = await runCommand(join(folder, "bin", "python"), pip, options);
  if (installed.exitCode !== 0)
    return `${recipe.name} ${recipe.version} could not be installed: ${lastLine(installed.output)}`;
  writeFileSync(join(folder, "complete"), "");
  return undefined;
}

async function basePython(): Promise<string | undefined> {
  for (const name of pythons) {
    const { exitCode } = await runCommand(name, ["-c", probe]);
    if (exitCode === 0) return name;
  }
  return undefined;
}
