/** Phase rules while they are edited: one form row per rule, with validation. Pure. */
import { phaseRuleError, type PhaseRule, type RuledPhase } from "@/lib/model/traces/phase-rule";

export interface PhaseDraft {
  /** Stable React key while rows are reordered. */
  readonly key: number;
  readonly operation: string;
  readonly attribute: string;
  readonly phase: RuledPhase;
}

export interface ParsedPhases {
  /** Null if any draft is invalid. */
  readonly phases: readonly PhaseRule[] | null;
  /** One entry per draft; null if the draft is valid. */
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

/** Returns a new draft for spans with this name. */
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

/** Returns the list with the item at `from` moved up or down by one. Items at the ends stay in place. */
export function moveItem<T>(list: readonly T[], from: number, offset: -1 | 1): readonly T[] {
  const to = from + offset;
  const [one, other] = [list[from], list[to]];
  if (one === undefined || other === undefined) return list;
  return list.with(from, other).with(to, one);
}

/** Turns a span name into a pattern: `#`, which stands for a number or an id, becomes `*`. */
export function toPattern(operation: string): string {
  return operation.replaceAll("#", "*");
}
