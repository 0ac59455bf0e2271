/** Phase rules while they are typed: each a line of fields, and what is wrong with it. Pure. */
import { phaseRuleError, type PhaseRule, type RuledPhase } from "@/lib/model/phase-rule";

export interface PhaseDraft {
  /** Tells lines apart while they move. */
  readonly key: number;
  readonly operation: string;
  readonly attribute: string;
  readonly phase: RuledPhase;
}

export interface ParsedPhases {
  /** Null while anything is wrong. */
  readonly phases: readonly PhaseRule[] | null;
  /** By draft. */
  readonly errors: readonly (string | null)[];
}

export function toPhaseDrafts(rules: readonly PhaseRule[]): readonly PhaseDraft[] {
  return rules.map(({ operation = "", attribute = "", phase }, key) => ({
    key,
    operation,
    attribute,
    phase,
  }));
}

/** A line for a span of this name. */
export function newPhaseDraft(drafts: readonly PhaseDraft[], operation = ""): PhaseDraft {
  return { key: Math.max(-1, ...drafts.map(({ key }) => key)) + 1, operation, attribute: "", phase: "other" };
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

/** The list with the item at `from` one place up or down; as it is at its ends. */
export function moveItem<T>(list: readonly T[], from: number, by: -1 | 1): readonly T[] {
  const to = from + by;
  const [one, other] = [list[from], list[to]];
  if (one === undefined || other === undefined) return list;
  return list.with(from, other).with(to, one);
}

/** A name as a pattern: "#" stands for a number or an id there, and any will do. */
export function toPattern(operation: string): string {
  return operation.replaceAll("#", "*");
}
