// Finds an installed tool: on PATH, then in the cache, newest version first.
import { accessSync, constants, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { randomUUID } from "node:crypto";
import { runCommand } from "./run-command";
import { compareVersions, type Tool, type ToolOrigin, type ToolRecipe } from "./tool";

/** Folders of tools that another process is still writing. */
const draftPrefix = ".draft-";

/** Returns all usable installations in order of preference. */
export async function findInstalled(recipe: ToolRecipe, cachePath: string): Promise<readonly Tool[]> {
  const onPath = await findOnPath(recipe, process.env["PATH"] ?? "");
  const cached = await findInCache(recipe, cachePath);
  return onPath === undefined ? cached : [onPath, ...cached];
}

/** Returns the tool in a folder; undefined if a program is missing, does not run, or is too old. */
export async function findToolInFolder(
  recipe: ToolRecipe,
  folder: string,
  origin: ToolOrigin,
): Promise<Tool | undefined> {
  const programPaths = Object.fromEntries(
    recipe.programNames.map((program) => [program, join(folder, program)]),
  );
  if (!Object.values(programPaths).every(isExecutable)) return undefined;
  const [main] = Object.values(programPaths);
  if (main === undefined) return undefined;
  const { exitCode, output } = await runCommand(main, recipe.versionArguments);
  const version = exitCode === 0 ? recipe.parseVersion(output) : undefined;
  if (version === undefined || compareVersions(version, recipe.minimumVersion) < 0) return undefined;
  return { name: recipe.name, version, origin, folder, programPaths };
}

/** Returns the cache folder for a tool of this version and origin. */
export function cachedToolFolder(
  recipe: ToolRecipe,
  cachePath: string,
  version: string,
  origin: ToolOrigin,
): string {
  const slug = origin.toLowerCase().replaceAll(" ", "-");
  return join(cachePath, "tools", recipe.name, `${version}-${slug}`);
}

/**
 * Adds programs to the cache atomically: `writePrograms` writes them to a temporary folder, which is then renamed.
 * `originNote` is stored with them.
 */
export async function addToCache(
  targetFolder: string,
  writePrograms: (folder: string) => Promise<void>,
  originNote: Readonly<Record<string, unknown>>,
): Promise<void> {
  const draft = join(dirname(targetFolder), `${draftPrefix}${randomUUID()}`);
  mkdirSync(draft, { recursive: true });
  try {
    await writePrograms(draft);
    writeFileSync(join(draft, "origin.json"), `${JSON.stringify(originNote, undefined, 2)}\n`);
    rmSync(targetFolder, { recursive: true, force: true });
    renameSync(draft, targetFolder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function findOnPath(recipe: ToolRecipe, searchPath: string): Promise<Tool | undefined> {
  for (const folder of searchPath.split(delimiter).filter((entry) => entry !== "")) {
    const tool = await findToolInFolder(recipe, folder, "PATH");
    if (tool !== undefined) return tool;
  }
  return undefined;
}

async function findInCache(recipe: ToolRecipe, cache: string): Promise<readonly Tool[]> {
  const parent = join(cache, "tools", recipe.name);
  const inspected = await Promise.all(
    listFolders(parent).map((name) => findToolInFolder(recipe, join(parent, name), "cache")),
  );
  return inspected
    .filter((tool) => tool !== undefined)
    .toSorted((a, b) => compareVersions(b.version, a.version));
}

function listFolders(parent: string): readonly string[] {
  try {
    return readdirSync(parent).filter((name) => !name.startsWith(draftPrefix));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}
