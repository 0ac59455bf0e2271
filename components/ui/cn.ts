import { clsx, type ClassValue } from "clsx";
import { findClassGroup } from "./class-groups";

const groups = new Map<string, ReturnType<typeof findClassGroup>>();

/** Joins class names. Later classes override conflicting earlier ones. */
export function cn(...classes: readonly ClassValue[]): string {
  const overridden = new Set<string>();
  const result: string[] = [];
  for (const name of clsx(classes).split(" ").toReversed()) {
    const group = rememberedGroup(name);
    if (group !== undefined) {
      if (overridden.has(group.group)) continue;
      overridden.add(group.group);
      for (const other of group.overrides) overridden.add(other);
    }
    if (name !== "") result.push(name);
  }
  return result.toReversed().join(" ");
}

/** Cached, because the project uses about a thousand classes repeatedly. */
function rememberedGroup(name: string): ReturnType<typeof findClassGroup> {
  if (!groups.has(name)) groups.set(name, findClassGroup(name));
  return groups.get(name);
}
