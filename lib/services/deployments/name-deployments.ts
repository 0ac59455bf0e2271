/**
 * Creates titles and slugs. The title is the model name. If several groups share it, distinguishing labels are added.
 * Slugs never change by discovery, so that links stay valid. Pure.
 */
import { escapeHiddenCharactersInLine } from "@/lib/base/safe-text";
import { maxSlugLength, asciiSlug, toSlug } from "@/lib/base/text/to-slug";
import { formatGroupIdentity, type InstanceGroup } from "./instance-groups";
import { trimTrailing } from "@/lib/base/trim-characters";

/** Title and slug of a deployment. The slug is its name in URLs. */
export interface DeploymentName {
  readonly title: string;
  readonly slug: string;
}

/** Names of known deployments by identity, and all slugs and aliases in use. */
export interface KnownNames {
  readonly namesByIdentity: ReadonlyMap<string, DeploymentName>;
  readonly usedSlugs: ReadonlySet<string>;
}

/** Returns a model name without its owner or folder: "llama-3" for "meta/llama-3". */
export function shortenModelName(model: string): string {
  return model.split("/").findLast((part) => part !== "") ?? model;
}

/**
 * Returns title and slug of each group by identity. Known groups keep their names; new ones get a free slug.
 */
export function nameDeployments(
  groups: readonly InstanceGroup[],
  known: KnownNames,
): ReadonlyMap<string, DeploymentName> {
  const taken = new Set(known.usedSlugs);
  const naming = new Map<string, DeploymentName>();
  for (const group of groups) {
    const identity = formatGroupIdentity(group);
    const present = known.namesByIdentity.get(identity);
    const title = present?.title ?? titleOf(group, groups);
    const slug = present?.slug ?? chooseFreeSlug(title, taken);
    taken.add(slug);
    naming.set(identity, { title, slug });
  }
  return naming;
}

/** Maximum length per title part, because label values can be of any length. */
const maxPartLength = 48;

/** Returns the short model name. Without a model name, returns the scrape job; without both, the engine. */
function baseTitle({ model, job, engine }: InstanceGroup): string {
  const name = model === "" ? job : shortenModelName(model);
  return name === "" ? engine : escapeHiddenCharactersInLine(name, maxPartLength);
}

function titleOf(group: InstanceGroup, groups: readonly InstanceGroup[]): string {
  const short = baseTitle(group);
  const rivals = groups.filter((other) => other !== group && baseTitle(other) === short);
  if (rivals.length === 0) return short;
  const parts = (["job", "namespace", "cluster", "stack", "engine"] as const)
    .filter((part) => rivals.some((other) => other[part] !== group[part]))
    .map((part) => escapeHiddenCharactersInLine(group[part] ?? "", maxPartLength))
    .filter((part) => part !== "" && part !== short);
  const distinctParts = [...new Set(parts)];
  if (distinctParts.length > 0) return `${short} (${distinctParts.join(", ")})`;
  // Models with different owners under one job are distinguished by their full names.
  return group.model === "" ? short : escapeHiddenCharactersInLine(group.model, maxPartLength);
}

/** Returns the slug for a new title. The current slug stays if `title` has no letters for a slug. */
export function chooseSlugAfterRename(
  title: string,
  currentSlug: string,
  usedSlugs: ReadonlySet<string>,
): string {
  return asciiSlug(title) === undefined ? currentSlug : chooseFreeSlug(title, usedSlugs);
}

/** Returns a slug for `title` that is not in `usedSlugs`. */
export function chooseFreeSlug(title: string, usedSlugs: ReadonlySet<string>): string {
  const base = toSlug(title);
  if (!usedSlugs.has(base)) return base;
  for (let count = 2; ; count += 1) {
    const ending = `-${count}`;
    const candidate = `${trimTrailing(base.slice(0, maxSlugLength - ending.length), "-")}${ending}`;
    if (!usedSlugs.has(candidate)) return candidate;
  }
}
