/**
 * Groups of conflicting Tailwind classes. Classes of one group set the same CSS property, so only the last one
 * applies. Contains only the groups that this project uses. `cn.test.ts` compares every pair of classes with
 * tailwind-merge.
 */

/** Utilities whose group is the part before the value: `gap-x-2` belongs to "gap-x". */
const prefixes =
  "gap gap-x gap-y size h w min-h min-w max-h max-w m mx my mt mr mb ml p px py pt pr pb pl inset inset-x inset-y top right bottom left z opacity col-span col-start grid-cols grid-rows rounded items justify self overflow overflow-x overflow-y leading tracking line-clamp cursor fill bg transition duration shrink grow basis order underline-offset whitespace scroll-mt align translate-x translate-y";

const groupOfPrefix = new Map(prefixes.split(" ").map((name) => [name, name]));

const valuelessUtilities = /^(?:rounded|transition|shrink|grow)$/;

const groupOfClass = new Map([
  ...groupEntries(
    "display",
    "block inline-block inline inline-flex flex grid inline-grid table contents hidden",
  ),
  ...groupEntries("position", "static absolute relative fixed sticky"),
  ...groupEntries("visibility", "visible invisible collapse"),
  ...groupEntries("list-style", "list-none list-disc list-decimal"),
  ...groupEntries("break", "break-normal break-words break-all break-keep"),
  ...groupEntries("underline", "underline line-through no-underline"),
  ...groupEntries("case", "uppercase lowercase capitalize normal-case"),
]);

/** Further groups that a group overrides. */
const overriddenGroups: { readonly [group: string]: readonly string[] } = {
  gap: ["gap-x", "gap-y"],
  size: ["w", "h"],
  m: ["mx", "my", "mt", "mr", "mb", "ml"],
  mx: ["mr", "ml"],
  my: ["mt", "mb"],
  p: ["px", "py", "pt", "pr", "pb", "pl"],
  px: ["pr", "pl"],
  py: ["pt", "pb"],
  inset: ["inset-x", "inset-y", "top", "right", "bottom", "left"],
  "inset-x": ["right", "left"],
  "inset-y": ["top", "bottom"],
  overflow: ["overflow-x", "overflow-y"],
  "line-clamp": ["display", "overflow"],
  "text-size": ["leading"],
  flex: ["basis", "grow", "shrink"],
  "border-width": ["border-x", "border-y", "border-t", "border-r", "border-b", "border-l"],
  "border-x": ["border-r", "border-l"],
  "border-y": ["border-t", "border-b"],
};

/**
 * Returns the group of a class with its variants, such as "md:hover:px". Returns undefined for a class without
 * conflicts.
 */
export function findClassGroup(
  name: string,
): { readonly group: string; readonly overrides: readonly string[] } | undefined {
  const at = variantsEnd(name);
  const variants = name.slice(0, at);
  const group = utilityGroup(name.slice(at).replace(/^-/, ""));
  if (group === undefined) return undefined;
  return { group: variants + group, overrides: (overriddenGroups[group] ?? []).map((one) => variants + one) };
}

function utilityGroup(utility: string): string | undefined {
  // A term of statistics in UI text, not a padding class.
  if (/^p-values?$/.test(utility)) return undefined;
  const word = groupOfClass.get(utility);
  if (word !== undefined) return word;
  const [, name = utility, value = ""] = /^([a-z]+)-(.*)$/.exec(utility) ?? [];
  if (name === "text" && value !== "") return textGroup(value);
  if (name === "font")
    return /^(?:thin|light|normal|medium|semibold|bold)$/.test(value) ? "weight" : "family";
  if (name === "border") return borderGroup(value);
  if (name === "outline") return outlineGroup(value);
  if (name === "stroke" && value !== "") return strokeGroup(value);
  if (name === "flex") return flexGroup(value);
  if (name === "shadow") return value.startsWith("[") ? "shadow" : "shadow-named";
  const known = withoutValue(utility);
  return known === utility && !valuelessUtilities.test(known) ? undefined : groupOfPrefix.get(known);
}

function textGroup(value: string): string {
  if (/^(?:left|center|right|justify|start|end)$/.test(value)) return "text-align";
  return /^(?:\d*(?:xs|sm|md|lg|xl)|base|\[[\d.]+(?:em|rem|px)\])$/.test(value) ? "text-size" : "text-colour";
}

function borderGroup(value: string): string {
  if (/^(?:\d*|\[[\d.]+px\])$/.test(value)) return "border-width";
  if (/^(?:solid|dashed|dotted|double|none)$/.test(value)) return "border-style";
  const side = /^([trblxy])(?:-\d+)?$/.exec(value)?.[1];
  return side === undefined ? "border-colour" : `border-${side}`;
}

function outlineGroup(value: string): string {
  if (value === "" || /^\d+$/.test(value)) return "outline-width";
  if (/^(?:solid|dashed|dotted|double|none|hidden)$/.test(value)) return "outline-style";
  return value.startsWith("offset-") ? "outline-offset" : "outline-colour";
}

function strokeGroup(value: string): string {
  return /^(?:\d+|\[[\d.]+(?:px)?\])$/.test(value) ? "stroke-width" : "stroke-colour";
}

function flexGroup(value: string): string {
  if (/^(?:row|col)(?:-reverse)?$/.test(value)) return "flex-direction";
  return /wrap/.test(value) ? "flex-wrap" : "flex";
}

/**
 * Returns the longest known utility name: "max-h" for `max-h-[60vh]`, "bg" for `bg-ink/20`, "shrink" for `shrink`.
 */
function withoutValue(utility: string): string {
  let name = utility.replace(/\[[^]*|\/[\d.]+$/, "").replace(/-$/, "");
  while (!groupOfPrefix.has(name) && name.includes("-")) name = name.slice(0, name.lastIndexOf("-"));
  return name;
}

/** Returns the index after the last colon outside brackets, where the utility begins. */
function variantsEnd(name: string): number {
  let [depth, end] = [0, 0];
  for (let index = 0; index < name.length; index += 1) {
    const letter = name[index];
    if (letter === "[" || letter === "(") depth += 1;
    else if (letter === "]" || letter === ")") depth -= 1;
    else if (letter === ":" && depth === 0) end = index + 1;
  }
  return end;
}

function groupEntries(group: string, classNames: string): readonly (readonly [string, string])[] {
  return classNames.split(" ").map((word) => [word, group] as const);
}
