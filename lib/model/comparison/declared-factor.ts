/**
 * The one difference that a comparison declares: a path of the environment, or `load`. Text form `path` or
 * `path:from:to`; `load` has no values. A colon or percent sign within a value is percent-encoded (%3A, %25).
 */
import { environmentLimits, environmentPathError } from "@/lib/model/baseline/environment";

/** Environment property that was changed on purpose between two compared windows. Only this property may differ. */
export interface DeclaredFactor {
  readonly path: string;
  /** Expected value before and after; null accepts any value. */
  readonly from: string | null;
  readonly to: string | null;
}

/** Path of the declared factor when the load was changed on purpose. */
export const loadFactorPath = "load";
/** Format of a declared factor. Error messages about an invalid factor contain it after the parameter's name. */
export const declaredFactorFormatHint =
  "must be a configuration path such as engine.flags.max_num_seqs, or path:old-value:new-value, or load, which has no values";

/**
 * Parses a declared factor such as `engine.flags.max_num_seqs:256:64`; undefined for invalid text. An empty
 * value accepts any value.
 */
export function parseDeclaredFactor(text: string): DeclaredFactor | undefined {
  const [path = "", ...values] = text.split(":");
  if (environmentPathError(path) !== null || (values.length !== 0 && values.length !== 2)) return undefined;
  const [from, to] = [parseValue(values[0]), parseValue(values[1])];
  return from === undefined || to === undefined ? undefined : { path, from, to };
}

/** Parses a declared factor of a request. It also refuses values of `load`, which earlier releases stored. */
export function parseRequestedFactor(text: string): DeclaredFactor | undefined {
  const factor = parseDeclaredFactor(text);
  return factor?.path === loadFactorPath && (factor.from ?? factor.to) !== null ? undefined : factor;
}

/** Formats a declared factor as the text that `parseDeclaredFactor` reads. */
export function printDeclaredFactor({ path, from, to }: DeclaredFactor): string {
  if (from === null && to === null) return path;
  return [path, printValue(from), printValue(to)].join(":");
}

function parseValue(text: string | undefined): string | null | undefined {
  if (text === undefined || text === "") return null;
  try {
    const value = decodeURIComponent(text);
    return value.length <= environmentLimits.maxValueLength ? value : undefined;
  } catch {
    return undefined;
  }
}

function printValue(value: string | null): string {
  return (value ?? "").replaceAll("%", "%25").replaceAll(":", "%3A");
}
