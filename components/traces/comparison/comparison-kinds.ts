/** Kinds of comparison, their names, and the parser of the comparison form. */
import type { ComparisonState } from "@/lib/client/comparison-url";
import { parseComparedGroup, type ComparedGroup } from "@/lib/model/traces/compared-group";

/** Kinds of comparisons that the form offers, with their titles. */
export const comparisonKinds = [
  ["slow", "Slow requests vs. the rest"],
  ["window", "This window vs. another"],
  ["deployment", "Two deployments"],
  ["change", "Before vs. after a change"],
  ["load", "High load vs. low load"],
  ["value", "Two values of an attribute"],
  ["trace", "One trace vs. another, or vs. its window"],
] as const;
/** Kind of comparison that the form offers. */
export type ComparisonKind = (typeof comparisonKinds)[number][0];

/** Returns the kind of a comparison, independent of the order of its groups. */
export function findComparisonKind({
  a,
  b,
  aDeployment,
  bDeployment,
}: Pick<ComparisonState, "a" | "b" | "aDeployment" | "bDeployment">): ComparisonKind {
  const kinds = new Set([a.kind, b.kind]);
  const has = (...some: readonly ComparedGroup["kind"][]): boolean => some.some((kind) => kinds.has(kind));
  if (has("trace")) return "trace";
  if (has("value")) return "value";
  if (has("high-load", "low-load")) return "load";
  if (has("after", "before")) return "change";
  if (aDeployment !== bDeployment) return "deployment";
  return has("previous", "weekday", "earlier", "from") ? "window" : "slow";
}

type Change = { readonly [Key in keyof ComparisonState]?: ComparisonState[Key] | null };

/** Change of the URL that the form requests, or the error of its input. */
export type ComparisonFormResult =
  | { readonly kind: "change"; readonly change: Change }
  | { readonly kind: "error"; readonly error: string };

const clearedFields: Change = {
  aDeployment: null,
  bDeployment: null,
  changeAtMs: null,
  comparedAttribute: null,
  slowOverMs: null,
};

/**
 * Parses the form. Returns an error message if input is missing. `parseLocalTimeMs` parses a date and time in the viewer's time
 * zone.
 */
export function parseComparisonForm(
  form: FormData,
  parseLocalTimeMs: (text: string) => number,
): ComparisonFormResult {
  const field = (name: string): string => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const maxRequests = Number(field("maxRequests"));
  const rest =
    Number.isFinite(maxRequests) && maxRequests > 0 ? { ...clearedFields, maxRequests } : clearedFields;
  const change = (fields: Change): ComparisonFormResult => ({
    kind: "change",
    change: { ...rest, ...fields },
  });
  const fail = (text: string): ComparisonFormResult => ({ kind: "error", error: text });
  switch (field("kind") as ComparisonKind) {
    case "slow":
      return parseSlowFields(field, change, fail);
    case "window": {
      const other = field("other");
      if (other !== "from")
        return change({ a: { kind: "all" }, b: parseComparedGroup(other) ?? { kind: "previous" } });
      const startMs = parseLocalTimeMs(field("begins"));
      if (!Number.isFinite(startMs)) return fail("Enter the start of the other window.");
      return change({ a: { kind: "all" }, b: { kind: "from", startMs } });
    }
    case "deployment":
      if (field("with") === "") return fail("Choose the other deployment.");
      return change({ a: { kind: "all" }, b: { kind: "all" }, bDeployment: field("with") });
    case "change": {
      const changeAtMs = field("event") === "" ? parseLocalTimeMs(field("instant")) : Number(field("event"));
      if (!Number.isFinite(changeAtMs)) return fail("Choose an event, or enter the time of the change.");
      return change({ a: { kind: "after" }, b: { kind: "before" }, changeAtMs });
    }
    case "load":
      return change({ a: { kind: "high-load" }, b: { kind: "low-load" } });
    case "value": {
      const [comparedAttribute, one, other] = [field("attribute"), field("one"), field("value")];
      const [a, b] = [parseComparedGroup(`value:${one}`), parseComparedGroup(`value:${other}`)];
      if (comparedAttribute === "" || a === null || b === null || one === other)
        return fail("Enter an attribute and two different values.");
      return change({ comparedAttribute, a, b });
    }
    case "trace": {
      const a = parseComparedGroup(`trace:${field("first").toLowerCase()}`);
      const second = field("second").toLowerCase();
      const b = second === "" ? ({ kind: "all" } as const) : parseComparedGroup(`trace:${second}`);
      if (a === null || b === null) return fail("A trace ID has 16 to 32 hexadecimal digits.");
      return change({ a, b });
    }
  }
}

function parseSlowFields(
  field: (name: string) => string,
  change: (fields: Change) => ComparisonFormResult,
  fail: (text: string) => ComparisonFormResult,
): ComparisonFormResult {
  const sides = { a: { kind: "slow" }, b: { kind: "rest" } } as const;
  if (field("threshold") !== "custom") return change({ ...sides, slowQuantile: Number(field("threshold")) });
  const seconds = Number(field("seconds"));
  if (!(seconds > 0) || seconds > 86_400)
    return fail("Enter the number of seconds above which a request is slow.");
  return change({ ...sides, slowOverMs: Math.round(seconds * 1e6) / 1_000 });
}
