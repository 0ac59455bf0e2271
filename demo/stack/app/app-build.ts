// Builds the web application when its sources changed. Each build is in a folder named by the hash of its sources, so
// a rebuild never replaces files of a running server.
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { join, relative } from "node:path";
import { randomUUID } from "node:crypto";
import { cloneFolder, ensureFolder, workFolder } from "../folders";
import { withLock } from "../process/lock.mjs";
import { formatElapsed, type Log } from "../log";
import { StackError } from "../stack-error";
import { stopLeftovers } from "../process/leftovers.mjs";
import { runTask } from "../process/task";

const SOURCE_FOLDERS = ["app", "components", "lib", "prisma", "public"];
const SOURCE_FILE =
  /^(?:package-lock\.json|package\.json|tsconfig\.json|(?:next|postcss|prisma)\.config\.(?:ts|mjs)|proxy\.ts|instrumentation(?:-client|-node)?\.ts)$/;
// Tests and documentation are not part of a build; the generated client follows from the schema.
const NOT_SOURCE = /\.test\.tsx?$|\.md$|(?:^|\/)generated\/|(?:^|\/)samples\//;
const MAX_BUILDS = 3;

/** Returns the folder of a build of the current sources; builds it if there is none. */
export async function ensureAppBuild(log: Log, signal?: AbortSignal): Promise<string> {
  return withLock(
    join(workFolder(), "locks/build.lock"),
    async () => {
      const builds = ensureFolder(join(workFolder(), "app"));
      const target = join(builds, hashSources(cloneFolder));
      if (existsSync(join(target, "server.js"))) {
        // Marks the build as recently used, so that it is removed last.
        utimesSync(target, new Date(), new Date());
        return target;
      }
      await build(target, log, signal);
      removeOldBuilds(builds);
      return target;
    },
    (holder) => log(`waiting for process ${holder}, which is building the application`),
  );
}

/** Returns a short hash over all inputs of a build. */
export function hashSources(rootFolder: string): string {
  const hash = createHash("sha256").update(process.versions.node);
  const topLevel = readdirSync(rootFolder).filter((name) => SOURCE_FILE.test(name));
  const below = SOURCE_FOLDERS.flatMap((folder) => filesBelow(join(rootFolder, folder)));
  for (const file of [...topLevel.map((name) => join(rootFolder, name)), ...below].toSorted()) {
    const name = relative(rootFolder, file);
    if (!NOT_SOURCE.test(name)) hash.update(name).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

async function build(target: string, log: Log, signal: AbortSignal | undefined): Promise<void> {
  log("building the application (takes 1 to 2 minutes)");
  const startedAtMs = performance.now();
  const next = join(cloneFolder, "node_modules/next/dist/bin/next");
  const owner = { notesFolder: join(workFolder(), "build-processes"), runId: randomUUID() };
  // A build whose parent was killed would still write into the same folder.
  await stopLeftovers(owner.notesFolder);
  const runBuild = () =>
    runTask(
      {
        name: "next-build",
        command: process.execPath,
        args: [next, "build"],
        cwd: cloneFolder,
        env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
      },
      owner,
      signal,
    );
  const earlierTypeCheck = join(cloneFolder, ".next/cache/.tsbuildinfo");
  const hasEarlierTypeCheck = existsSync(earlierTypeCheck);
  let outcome = await runBuild();
  signal?.throwIfAborted();
  if (outcome.exitCode !== 0 && hasEarlierTypeCheck) {
    // After an update of the sources, stored results of an earlier type check can report errors that no longer exist.
    log("building the application again without the results of an earlier type check");
    rmSync(earlierTypeCheck, { force: true });
    outcome = await runBuild();
    signal?.throwIfAborted();
  }
  if (outcome.exitCode !== 0)
    throw new StackError(
      `the application could not be built:\n${outcome.outputEnd.trim()}`,
      "fix the errors above",
    );
  const draft = `${target}.${randomUUID()}`;
  const made = join(cloneFolder, ".next");
  cpSync(join(made, "standalone"), draft, { recursive: true, verbatimSymlinks: true });
  cpSync(join(made, "static"), join(draft, ".next/static"), { recursive: true });
  if (existsSync(join(cloneFolder, "public"))) {
    cpSync(join(cloneFolder, "public"), join(draft, "public"), { recursive: true });
  }
  rmSync(target, { recursive: true, force: true });
  renameSync(draft, target);
  log(`the application is built (${formatElapsed(performance.now() - startedAtMs)})`);
}

function removeOldBuilds(builds: string): void {
  const byAge = readdirSync(builds)
    .map((name) => join(builds, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of byAge.slice(MAX_BUILDS)) rmSync(old, { recursive: true, force: true });
}

function filesBelow(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
