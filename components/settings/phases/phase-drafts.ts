/** Phase rules while they are edited: one form row per rule, with validation. Pure. */
import { phaseRuleError, type PhaseRule, type AssignablePhase } from "@/lib/model/traces/phase-rule";

/** Texts of the form row for one phase rule. */
export interface PhaseRuleDraft {
  readonly operation: string;
  readonly attribute: string;
  readonly phase: AssignablePhase;
}

/** Texts of the phase rule form. */
export interface PhaseRuleDrafts {
  readonly phases: readonly PhaseRuleDraft[];
}

/** Phase rules of the form, or the errors of its rows. */
export interface ParsedPhaseRules {
  /** Null if any draft is invalid. */
  readonly rules: readonly PhaseRule[] | null;
  /** One entry per draft; null if the draft is valid. */
  readonly draftErrors: readonly (string | null)[];
}

/** Converts stored phase rules to form rows, with one empty row if there are none. */
export function toPhaseRuleDrafts(rules: readonly PhaseRule[]): readonly PhaseRuleDraft[] {
  if (rules.length === 0) return [createPhaseRuleDraft()];
  return rules.map(({ operation = "", attribute = "", phase }) => ({ operation, attribute, phase }));
}

/** Creates a form row for a new rule that matches spans with this name. */
export function createPhaseRuleDraft(operation = ""): PhaseRuleDraft {
  return { operation, attribute: "", phase: "other" };
}

/** Validates the form rows and converts them to phase rules. */
export function parsePhaseRuleDrafts(drafts: readonly PhaseRuleDraft[]): ParsedPhaseRules {
  const rules = drafts.map(toRule);
  const errors = rules.map((rule) => {
    const error = phaseRuleError(rule);
    return error === null ? null : `It ${error.problem}: ${error.fix}.`;
  });
  return { rules: errors.every((one) => one === null) ? rules : null, draftErrors: errors };
}

function toRule({ operation, attribute, phase }: PhaseRuleDraft): PhaseRule {
  const [name, attributeText] = [operation.trim(), attribute.trim()];
  return {
    ...(name === "" ? {} : { operation: name }),
    ...(attributeText === "" ? {} : { attribute: attributeText }),
    phase,
  };
}

/** Converts a span name to a pattern: `#`, which replaces a number or an id, becomes `*`. */
export function toSpanNamePattern(operation: string): string {
  return operation.replaceAll("#", "*");
}
