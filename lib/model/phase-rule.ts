/** What a team says of its own spans: which operations or attributes are which phase. Asked before everything that engines declare. */
import { phaseIds } from "./phase";

/** `generate` is prefill up to the first token and decode after it. Unexplained is what is left, and nobody's to say. */
export const ruledPhases = [...phaseIds.filter((id) => id !== "unexplained"), "generate"] as const;
export type RuledPhase = (typeof ruledPhases)[number];

export interface PhaseRule {
  /** The span's name, `*` for anything. */
  readonly operation?: string | undefined;
  /** `name` or `name=value`: an attribute that the span has; `*` in the value for anything. */
  readonly attribute?: string | undefined;
  readonly phase: RuledPhase;
}

export const phaseRuleLimits = { rules: 50, text: 200 } as const;

export interface PhaseRuleError {
  readonly problem: string;
  readonly fix: string;
}

/** What is wrong with a rule; null when nothing is. */
export function phaseRuleError({
  operation,
  attribute,
}: Pick<PhaseRule, "operation" | "attribute">): PhaseRuleError | null {
  const [name, value] = [operation ?? "", attribute ?? ""];
  if (name === "" && value === "")
    return {
      problem: "says of no span what it is",
      fix: 'add operation: "the span\'s name", or attribute: "name=value"',
    };
  if (value === "" && /^\*+$/.test(name))
    return {
      problem: "holds for every span",
      fix: 'write a part of the name beside the *, such as "*tokenize*"',
    };
  if (value.startsWith("="))
    return { problem: "names no attribute", fix: 'write attribute: "name" or "name=value"' };
  return null;
}

/** Split at the first "=", since values may have more of them. */
export function attributeParts(attribute: string): { readonly name: string; readonly value: string | null } {
  const at = attribute.indexOf("=");
  if (at === -1) return { name: attribute.trim(), value: null };
  return { name: attribute.slice(0, at).trim(), value: attribute.slice(at + 1).trim() };
}
