/**
 * A Prometheus of the present generation beside the one that was found: what a distribution packages is years older, and native
 * histograms and UTF-8 names are read only from the newer. Fetched, else built with Go, once.
 */
import { cacheFolder } from "@/demo/stack/folders";
import type { Log } from "@/demo/stack/log";
import { fetchArchive } from "@/demo/stack/tools/archive";
import { buildWithGo } from "@/demo/stack/tools/go-build";
import { findInstalled } from "@/demo/stack/tools/installed";
import { prometheusRecipe } from "@/demo/stack/tools/recipes";
import { compareVersions } from "@/demo/stack/tools/tool";

const firstOfGeneration = "3.0.0";

/** What the suites will run on beside the stack's own, or why there is none, as one line to print. */
export async function prepareRecentPrometheus(log: Log): Promise<string> {
  const recipe = prometheusRecipe();
  const cache = cacheFolder();
  const isRecent = ({ version }: { readonly version: string }): boolean =>
    compareVersions(version, firstOfGeneration) >= 0;
  const installed = (await findInstalled(recipe, cache)).find(isRecent);
  if (installed !== undefined) return `and on Prometheus ${installed.version} (${installed.origin})`;
  const reasons: string[] = [];
  for (const get of [fetchArchive, buildWithGo]) {
    const got = await get(recipe, cache, log);
    if (typeof got !== "string") return `and on Prometheus ${got.version} (${got.origin})`;
    reasons.push(got);
  }
  return `not on a Prometheus 3: ${reasons.join("; ")}`;
}
