// Builds a tool with an installed Go toolchain from the pinned module in `demo/stack/go`. Module and build caches
// need about 7 GB during the build; they are in our cache folder and are removed afterwards.
import { accessSync, chmodSync, copyFileSync, readdirSync, rmSync, statfsSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { basename, join } from "node:path";
import { ensureFolder } from "../folders";
import { withLock } from "../process/lock.mjs";
import type { Log } from "../log";
import { addToCache, cachedToolFolder, findToolInFolder } from "./installed";
import { stopLeftovers } from "../process/leftovers.mjs";
import { runTask } from "../process/task";
import { lastLine, runCommand } from "./run-command";
import { compareVersions, type Tool, type ToolRecipe } from "./tool";

const MINIMUM_GO_VERSION = "1.26.0";
const NEEDED_BYTES = 8 * 1024 ** 3;
const USUAL_GO = "/usr/local/go/bin/go";

/** Returns a Go toolchain that can build the tools, or the reason why there is none. */
export async function findGo(): Promise<{ readonly command: string } | string> {
  for (const command of ["go", USUAL_GO]) {
    const { exitCode, output } = await runCommand(command, ["version"], {
      env: { ...process.env, GOTOOLCHAIN: "local" },
    });
    const version = exitCode === 0 ? /go(\d+\.\d+(?:\.\d+)?)/.exec(output)?.[1] : undefined;
    if (version !== undefined && compareVersions(version, MINIMUM_GO_VERSION) >= 0) return { command };
  }
  return "Go 1.26 or newer is not installed";
}

/** Returns the tool, or the reason why it could not be built. Concurrent builds of one tool wait for each other. */
export async function buildWithGo(
  recipe: ToolRecipe,
  cachePath: string,
  log: Log,
  signal?: AbortSignal,
): Promise<Tool | string> {
  const go = await findGo();
  if (typeof go === "string") return go;
  const target = cachedToolFolder(recipe, cachePath, recipe.goRecipe.version, "Go build");
  const lock = join(cachePath, "locks", `build-${recipe.name}.lock`);
  return withLock(
    lock,
    async () => {
      const already = await findToolInFolder(recipe, target, "Go build");
      if (already !== undefined) return already;
      const { bavail, bsize } = statfsSync(ensureFolder(cachePath));
      if (bavail * bsize < NEEDED_BYTES) return `the build needs 8 GiB of free space in ${cachePath}`;
      log(
        `building ${recipe.name} ${recipe.goRecipe.version} with Go (about ${recipe.goRecipe.expectedMinutes} minutes, once)`,
      );
      return build({ recipe, cache: cachePath, goCommand: go.command, target, signal });
    },
    (holder) => log(`waiting for process ${holder}, which is building ${recipe.name}`),
  );
}

interface Build {
  readonly recipe: ToolRecipe;
  readonly cache: string;
  readonly goCommand: string;
  readonly target: string;
  readonly signal: AbortSignal | undefined;
}

async function build({ recipe, cache, goCommand, target, signal }: Build): Promise<Tool | string> {
  const scratch = join(cache, "build", recipe.name);
  removeBuildFolder(scratch);
  const output = ensureFolder(join(scratch, "bin"));
  const { packages, linkerFlags, moduleFolder } = recipe.goRecipe;
  const args = ["build", "-trimpath", "-buildvcs=false", "-ldflags", linkerFlags, "-o", `${output}/`];
  try {
    const owner = { notesFolder: join(cache, "processes", recipe.name), runId: randomUUID() };
    await stopLeftovers(owner.notesFolder);
    const { exitCode, outputEnd: buildOutput } = await runTask(
      {
        name: `build-${recipe.name}`,
        command: "nice",
        args: ["-n", "15", goCommand, ...args, ...Object.values(packages)],
        cwd: join(import.meta.dirname, "../go", moduleFolder),
        env: {
          ...process.env,
          GOTOOLCHAIN: "local",
          GOWORK: "off",
          GOFLAGS: "-mod=readonly",
          GOMODCACHE: join(scratch, "modules"),
          GOCACHE: join(scratch, "objects"),
          CGO_ENABLED: "0",
        },
      },
      owner,
      signal,
    );
    if (exitCode !== 0) return `go build failed: ${lastLine(buildOutput)}`;
    await addToCache(
      target,
      async (folder) => {
        for (const program of Object.keys(packages))
          copyFileSync(join(output, program), join(folder, program));
      },
      { origin: "built with Go", module: moduleFolder, version: recipe.goRecipe.version },
    );
    return (await findToolInFolder(recipe, target, "Go build")) ?? "the built program does not run here";
  } finally {
    removeBuildFolder(scratch);
  }
}

// Go makes the folders of its module cache read-only, which prevents other users than root from deleting them.
function removeBuildFolder(folder: string): void {
  makeWritable(join(folder, "modules"));
  rmSync(folder, { recursive: true, force: true });
}

function makeWritable(folder: string): void {
  try {
    accessSync(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return;
    throw error;
  }
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) makeWritable(join(folder, basename(entry.name)));
  }
}
