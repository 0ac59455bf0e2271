/** Converts a team's rules into a phase map. */
import { compileWildcard } from "@/lib/base/wildcard";
import type { PhaseMap, SpanRule } from "@/lib/model/traces/phase-map";
import { splitAttributeCondition, type PhaseRule } from "@/lib/model/traces/phase-rule";

/** Converts the phase rules of a team to a phase map. */
export function createTeamPhaseMap(rules: readonly PhaseRule[]): PhaseMap {
  return { name: "Team rules", isTeamDefined: true, spanRules: rules.map(toSpanRule), attributeRules: [] };
}

function toSpanRule({ operation, attribute, phase }: PhaseRule): SpanRule {
  const { name, value } =
    attribute === undefined ? { name: undefined, value: null } : splitAttributeCondition(attribute);
  return {
    meaning: phase,
    ...(operation === undefined ? {} : { namePattern: compileWildcard(operation.trim()) }),
    ...(name === undefined ? {} : { attributeName: name }),
    ...(value === null ? {} : { attributeValuePattern: compileWildcard(value) }),
  };
}
