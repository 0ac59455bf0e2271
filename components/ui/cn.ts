import { clsx, type ClassValue } from "clsx";
import { groupOf } from "./class-groups";

const groups = new Map<string, ReturnType<typeof groupOf>>();

/** Joins class names; of two that fight, the later wins. */
export function cn(...classes: readonly ClassValue[]): string {
  const ended = new Set<string>();
  const kept: string[] = [];
  for (const name of clsx(classes).split(" ").toReversed()) {
    const group = rememberedGroup(name);
    if (group !== undefined) {
      if (ended.has(group.own)) continue;
      ended.add(group.own);
      for (const other of group.ended) ended.add(other);
    }
    if (name !== "") kept.push(name);
  }
  return kept.toReversed().join(" ");
}

/** The project has some thousand classes, and names the same ones again and again. */
function rememberedGroup(name: string): ReturnType<typeof groupOf> {
  if (!groups.has(name)) groups.set(name, groupOf(name));
  return groups.get(name);
}
