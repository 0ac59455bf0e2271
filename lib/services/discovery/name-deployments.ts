/**
 * Titles and slugs. The title is the served model's name; where two groups share it, job and namespace are added as far as
 * they tell the two apart. A slug, once given, stays: links must not break because a second deployment appeared. Pure.
 */
import { visibleText } from "@/lib/base/safe-text";
import { maxSlugLength, asciiSlug, toSlug } from "@/lib/base/to-slug";
import { identityOf, type InstanceGroup } from "./instance-groups";

export interface DeploymentName {
  readonly title: string;
  readonly slug: string;
}

/** What is already named: slugs by identity, and every slug and alias in use. */
export interface KnownNames {
  readonly byIdentity: ReadonlyMap<string, DeploymentName>;
  readonly taken: ReadonlySet<string>;
}

/** The last part of a model's name: what people call it, without its owner or folder. */
export function shortModelName(model: string): string {
  return model.split("/").findLast((part) => part !== "") ?? model;
}

/** Naming by identity for all `groups`; those already known keep theirs. */
export function nameDeployments(
  groups: readonly InstanceGroup[],
  known: KnownNames,
): ReadonlyMap<string, DeploymentName> {
  const taken = new Set(known.taken);
  const naming = new Map<string, DeploymentName>();
  for (const group of groups) {
    const identity = identityOf(group);
    const present = known.byIdentity.get(identity);
    const title = present?.title ?? titleOf(group, groups);
    const slug = present?.slug ?? freeSlug(title, taken);
    taken.add(slug);
    naming.set(identity, { title, slug });
  }
  return naming;
}

/** Of each part of a title: a name that came with the metrics may be of any length. */
const maxPartLength = 48;

/** Without a model name the scrape job stands for it, or else the engine. */
function baseTitle({ model, job, engine }: InstanceGroup): string {
  const name = model === "" ? job : shortModelName(model);
  return name === "" ? engine : visibleText(name, maxPartLength);
}

function titleOf(group: InstanceGroup, groups: readonly InstanceGroup[]): string {
  const short = baseTitle(group);
  const rivals = groups.filter((other) => other !== group && baseTitle(other) === short);
  if (rivals.length === 0) return short;
  const parts = (["job", "namespace", "cluster", "stack", "engine"] as const)
    .filter((part) => rivals.some((other) => other[part] !== group[part]))
    .map((part) => visibleText(group[part] ?? "", maxPartLength))
    .filter((part) => part !== "" && part !== short);
  const distinctParts = [...new Set(parts)];
  if (distinctParts.length > 0) return `${short} (${distinctParts.join(", ")})`;
  // Models of several owners or folders under one job: their whole names tell them apart.
  return group.model === "" ? short : visibleText(group.model, maxPartLength);
}

/** The slug of one that is called `title` from now on; a name without a letter of an address leaves it the one it has. */
export function slugAfterRename(title: string, present: string, taken: ReadonlySet<string>): string {
  return asciiSlug(title) === undefined ? present : freeSlug(title, taken);
}

/** A slug for `title` that is not among `taken`. */
export function freeSlug(title: string, taken: ReadonlySet<string>): string {
  const base = toSlug(title);
  if (!taken.has(base)) return base;
  for (let count = 2; ; count += 1) {
    const ending = `-${count}`;
    const candidate = `${base.slice(0, maxSlugLength - ending.length).replace(/-+$/, "")}${ending}`;
    if (!taken.has(candidate)) return candidate;
  }
}
