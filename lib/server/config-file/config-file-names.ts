/** Default names of a deployment in the file. */
import { asciiSlug, toSlug } from "@/lib/base/text/to-slug";
import type { ParsedDeployment } from "./config-file-schema";

type NamedDeployment = Pick<ParsedDeployment, "title"> & Partial<ParsedDeployment>;

/**
 * Returns the model name of a deployment in the file: its `model`; without it, the model in its selectors; without both,
 * its title.
 */
export function chooseModelName({
  title,
  model,
  selectors: deploymentSelectors,
  pools,
}: NamedDeployment): string {
  if (model !== undefined) return model;
  const [first = {}] = deploymentSelectors ?? pools?.[0]?.selectors ?? [];
  return first["model_name"] ?? first["model"] ?? first["model_id"] ?? title;
}

/**
 * Returns the slug of a deployment in the file: the entered slug, or a slug derived from its title. If the title has no
 * usable letter, the slug is derived from its model.
 */
export function chooseSlug(deployment: NamedDeployment): string {
  return (
    deployment.slug ??
    asciiSlug(deployment.title) ??
    asciiSlug(shortName(chooseModelName(deployment))) ??
    toSlug(deployment.title)
  );
}

function shortName(model: string): string {
  return model.split("/").findLast((part) => part !== "") ?? model;
}
