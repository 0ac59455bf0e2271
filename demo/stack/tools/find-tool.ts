// Finds or installs a tool, in this order: on PATH, in the cache, release archive, Debian package, build with Go.
// When all fail, one message lists the reasons.
import { join } from "node:path";
import { cacheFolder } from "../folders";
import { withLock } from "../process/lock.mjs";
import type { Log } from "../log";
import { StackError } from "../stack-error";
import { fetchArchive } from "./archive";
import { unpackDebianPackage } from "./debian-package";
import { buildWithGo, findGo } from "./go-build";
import { findInstalled } from "./installed";
import type { Tool, ToolRecipe } from "./tool";

export interface ToolSearch {
  readonly log: Log;
  readonly cachePath?: string;
  /** False skips the build, which takes minutes. */
  readonly mayBuild: boolean;
  readonly signal?: AbortSignal;
}

export type ToolOutcome =
  | { readonly kind: "found"; readonly tool: Tool }
  /** No quick option worked, but a Go toolchain is available. */
  | { readonly kind: "can-be-built"; readonly reasons: readonly string[] }
  | { readonly kind: "missing"; readonly reasons: readonly string[] };

/** Searches all locations; builds only when `mayBuild`. */
export async function searchTool(recipe: ToolRecipe, search: ToolSearch): Promise<ToolOutcome> {
  const cache = search.cachePath ?? cacheFolder();
  const [installed] = await findInstalled(recipe, cache);
  if (installed !== undefined) return { kind: "found", tool: installed };
  const fetched = await withLock(join(cache, "locks", `fetch-${recipe.name}.lock`), () =>
    fetchTool(recipe, cache, search.log),
  );
  if (fetched.kind === "found") return fetched;
  if (!search.mayBuild) {
    const go = await findGo();
    if (typeof go !== "string") return { kind: "can-be-built", reasons: fetched.reasons };
    return { kind: "missing", reasons: [...fetched.reasons, go] };
  }
  const built = await buildWithGo(recipe, cache, search.log, search.signal);
  if (typeof built !== "string") return { kind: "found", tool: built };
  return { kind: "missing", reasons: [...fetched.reasons, built] };
}

/** Like `searchTool`, but throws the error of `createMissingToolError` when the tool is not available. */
export async function requireTool(recipe: ToolRecipe, search: Omit<ToolSearch, "mayBuild">): Promise<Tool> {
  const outcome = await searchTool(recipe, { ...search, mayBuild: true });
  if (outcome.kind === "found") return outcome.tool;
  throw createMissingToolError(recipe, outcome.reasons.join("; "));
}

/** Returns the error with the four ways to install the tool. */
export function createMissingToolError(recipe: ToolRecipe, reason: string): StackError {
  return new StackError(
    `${recipe.name} is not installed and could not be downloaded: ${reason}`,
    `put ${recipe.programNames.join(" and ")} ${recipe.minimumVersion} or newer on PATH, or allow access to ` +
      `${recipe.archive?.archiveUrl ?? "its release archive"}, or use a machine with Debian's package sources, ` +
      "or install Go 1.26 or newer so that it can be built",
  );
}

type FetchOutcome = Extract<ToolOutcome, { kind: "found" | "missing" }>;

async function fetchTool(recipe: ToolRecipe, cache: string, log: Log): Promise<FetchOutcome> {
  // Another process may have downloaded it while this one waited for the lock.
  const [installed] = await findInstalled(recipe, cache);
  if (installed !== undefined) return { kind: "found", tool: installed };
  const reasons: string[] = [];
  for (const get of [fetchArchive, unpackDebianPackage]) {
    const result = await get(recipe, cache, log);
    if (typeof result !== "string") return { kind: "found", tool: result };
    reasons.push(result);
  }
  return { kind: "missing", reasons };
}
