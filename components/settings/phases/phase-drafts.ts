/** Phase rules while they are edited: one form row per rule, with validation. Pure. */
import { phaseRuleError, type PhaseRule, type RuledPhase } from "@/lib/model/traces/phase-rule";

export interface PhaseDraft {
  readonly operation: string;
  readonly attribute: string;
  readonly phase: RuledPhase;
}

export interface PhaseDrafts {
  readonly phases: readonly PhaseDraft[];
}

export interface ParsedPhases {
  /** Null if any draft is invalid. */
  readonly phases: readonly PhaseRule[] | null;
  /** One entry per draft; null if the draft is valid. */
  readonly errors: readonly (string | null)[];
}

/** Returns one row per rule, and one empty row without rules. */
export function toPhaseDrafts(rules: readonly PhaseRule[]): readonly PhaseDraft[] {
  if (rules.length === 0) return [newPhaseDraft()];
  return rules.map(({ operation = "", attribute = "", phase }) => ({ operation, attribute, phase }));
}

/** Returns a new draft for spans with this name. */
export function newPhaseDraft(operation = ""): PhaseDraft {
  return { operation, attribute: "", phase: "other" };
}

export function parsePhaseDrafts(drafts: readonly PhaseDraft[]): ParsedPhases {
  const rules = drafts.map(toRule);
  const errors = rules.map((rule) => {
    const error = phaseRuleError(rule);
    return error === null ? null : `It ${error.problem}: ${error.fix}.`;
  });
  return { phases: errors.every((one) => one === null) ? rules : null, errors };
}

function toRule({ operation, attribute, phase }: PhaseDraft): PhaseRule {
  const [name, attributeText] = [operation.trim(), attribute.trim()];
  return {
    ...(name === "" ? {} : { operation: name }),
    ...(attributeText === "" ? {} : { attribute: attributeText }),
    phase,
  };
}

/** Turns a span name into a pattern: `#`, which stands for a number or an id, becomes `*`. */
export function toPattern(operation: string): string {
  return operation.replaceAll("#", "*");
}
