/**
 * A team's rules for its spans: which operations or attributes belong to which phase. They have priority over the
 * rules that engines declare.
 */
import { phaseIds } from "./phase";

/**
 * Phases that a rule can assign. `generate` is prefill until the first token and decode after it.
 * Unexplained time is computed, so no rule assigns it.
 */
export const assignablePhases = [...phaseIds.filter((id) => id !== "unexplained"), "generate"] as const;
/** Phase that a rule of a team can assign. */
export type AssignablePhase = (typeof assignablePhases)[number];

/** Rule of a team that assigns spans to a phase. */
export interface PhaseRule {
  /** Name of the span; `*` matches any text. */
  readonly operation?: string | undefined;
  /** `name` or `name=value`: an attribute of the span; `*` in the value matches any text. */
  readonly attribute?: string | undefined;
  readonly phase: AssignablePhase;
}

/** Limits of the phase rules of a deployment. */
export const phaseRuleLimits = { maxRules: 50, maxTextLength: 200 } as const;

/** Problem of a phase rule, and how to correct it. */
export interface PhaseRuleError {
  readonly problem: string;
  readonly fix: string;
}

/** Returns what is wrong with a phase rule and how to correct it; null for a valid rule. */
export function phaseRuleError({
  operation,
  attribute,
}: Pick<PhaseRule, "operation" | "attribute">): PhaseRuleError | null {
  const [name, value] = [operation ?? "", attribute ?? ""];
  if (name === "" && value === "")
    return {
      problem: "matches no span",
      fix: 'add operation: "the span\'s name", or attribute: "name=value"',
    };
  if (value === "" && /^\*+$/.test(name))
    return {
      problem: "matches every span",
      fix: 'add a part of the name to the *, such as "*tokenize*"',
    };
  if (value.startsWith("="))
    return { problem: "does not name an attribute", fix: 'write attribute: "name" or "name=value"' };
  return null;
}

/** Splits the condition `name=value` of a phase rule at the first "="; the value is null without one. */
export function splitAttributeCondition(attribute: string): {
  readonly name: string;
  readonly value: string | null;
} {
  const at = attribute.indexOf("=");
  if (at === -1) return { name: attribute.trim(), value: null };
  return { name: attribute.slice(0, at).trim(), value: attribute.slice(at + 1).trim() };
}
