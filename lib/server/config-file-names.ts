/** What a deployment of the file is called where the file does not say. */
import { asciiSlug, toSlug } from "@/lib/base/to-slug";
import type { ParsedDeployment } from "./config-file-schema";

type Named = Pick<ParsedDeployment, "title"> & Partial<ParsedDeployment>;

/** The served model's name where the file does not say: what its selectors name. */
export function modelOf({ title, model, selectors: deploymentSelectors, pools }: Named): string {
  if (model !== undefined) return model;
  const [first = {}] = deploymentSelectors ?? pools?.[0]?.selectors ?? [];
  return first["model_name"] ?? first["model"] ?? first["model_id"] ?? title;
}

/** Of the title; of the model where the title has no letter of an address. */
export function slugOf(one: Named): string {
  return one.slug ?? asciiSlug(one.title) ?? asciiSlug(shortName(modelOf(one))) ?? toSlug(one.title);
}

function shortName(model: string): string {
  return model.split("/").findLast((part) => part !== "") ?? model;
}
