/** Default names of a deployment in the file. */
import { asciiSlug, toSlug } from "@/lib/base/to-slug";
import type { ParsedDeployment } from "./config-file-schema";

type Named = Pick<ParsedDeployment, "title"> & Partial<ParsedDeployment>;

/** Returns the model name, by default that of its selectors. */
export function chooseModelName({ title, model, selectors: deploymentSelectors, pools }: Named): string {
  if (model !== undefined) return model;
  const [first = {}] = deploymentSelectors ?? pools?.[0]?.selectors ?? [];
  return first["model_name"] ?? first["model"] ?? first["model_id"] ?? title;
}

/** Returns the slug, by default of the title, or of the model when the title has no usable letter. */
export function chooseSlug(one: Named): string {
  return one.slug ?? asciiSlug(one.title) ?? asciiSlug(shortName(chooseModelName(one))) ?? toSlug(one.title);
}

function shortName(model: string): string {
  return model.split("/").findLast((part) => part !== "") ?? model;
}
