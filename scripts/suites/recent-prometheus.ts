/**
 * Prepares a Prometheus 3 in addition to the installed one. Distributions package older versions, and only newer ones
 * support native histograms and UTF-8 names. Downloaded, or built with Go once.
 */
import { cacheFolder } from "@/demo/stack/folders";
import type { Log } from "@/demo/stack/log";
import { fetchArchive } from "@/demo/stack/tools/archive";
import { buildWithGo } from "@/demo/stack/tools/go-build";
import { findInstalled } from "@/demo/stack/tools/installed";
import { createPrometheusRecipe } from "@/demo/stack/tools/recipes";
import { compareVersions } from "@/demo/stack/tools/tool";

const firstOfGeneration = "3.0.0";

/** Returns one line that names the additional Prometheus, or the reason why there is none. */
export async function prepareRecentPrometheus(log: Log): Promise<string> {
  const recipe = createPrometheusRecipe();
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
