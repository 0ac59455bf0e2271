/**
 * Effect of a team's phase rules on traces: matching spans and their critical time, and operations without a rule.
 */
import type { PhaseMap, SpanRule } from "@/lib/model/traces/phase-map";
import type { PhaseId } from "@/lib/model/traces/phase";
import { phaseIds } from "@/lib/model/traces/phase";
import type { Span } from "@/lib/model/traces/trace";
import type { AnalysedTrace } from "./analyse-trace";
import { hasAttribute } from "./phases";

/** How often one phase rule matches spans of the analysed requests. */
export interface RuleUsage {
  readonly spanCount: number;
  readonly traceCount: number;
  /** Fraction of request time on the critical path in these spans. */
  readonly requestTimeShare: number;
}

/**
 * Counts the spans that each rule of `map` matches, in the order of the rules. A span counts for the first
 * matching rule.
 */
export function countPhaseRuleMatches(traces: readonly AnalysedTrace[], map: PhaseMap): readonly RuleUsage[] {
  const sums = map.spanRules.map(() => ({ spans: 0, criticalNs: 0, traces: new Set<number>() }));
  for (const [traceIndex, { rows }] of traces.entries()) {
    for (const { span, criticalNs } of rows) {
      const sum = sums[map.spanRules.findIndex((rule) => matchesRule(rule, span))];
      if (sum === undefined) continue;
      sum.spans += 1;
      sum.criticalNs += criticalNs;
      sum.traces.add(traceIndex);
    }
  }
  const totalNs = totalDurationNs(traces);
  return sums.map(({ spans, criticalNs, traces: ruleTraces }) => ({
    spanCount: spans,
    traceCount: ruleTraces.size,
    requestTimeShare: totalNs > 0 ? criticalNs / totalNs : 0,
  }));
}

function matchesRule(rule: SpanRule, span: Span): boolean {
  return (rule.namePattern?.test(span.operation) ?? true) && hasAttribute(span, rule);
}

/** Returns the fraction of request time per phase; the sum is 1 unless no time passed. */
export function computePhaseTimeShares(traces: readonly AnalysedTrace[]): Readonly<Record<PhaseId, number>> {
  const totalNs = totalDurationNs(traces);
  const shareOf = (phase: PhaseId): number =>
    totalNs > 0 ? traces.reduce((sum, { phaseNs }) => sum + phaseNs[phase], 0) / totalNs : 0;
  return Object.fromEntries(phaseIds.map((phase) => [phase, shareOf(phase)])) as Record<PhaseId, number>;
}

/** An operation whose spans no phase rule matches. */
export interface UnknownOperation {
  readonly service: string;
  readonly name: string;
  readonly spanCount: number;
  /** Fraction of request time on the critical path in these spans. */
  readonly requestTimeShare: number;
}

/** Returns operations without a phase rule, by time on the critical path, largest first. */
export function listUnknownOperations(traces: readonly AnalysedTrace[]): readonly UnknownOperation[] {
  const sums = new Map<string, { service: string; name: string; spans: number; criticalNs: number }>();
  for (const { rows, spanMeanings: meanings } of traces) {
    for (const [index, { span, name, criticalNs }] of rows.entries()) {
      if ((meanings.meaningByRow[index] ?? null) !== null) continue;
      const key = `${span.service}\n${name}`;
      const sum = sums.get(key) ?? { service: span.service, name, spans: 0, criticalNs: 0 };
      sums.set(key, sum);
      sum.spans += 1;
      sum.criticalNs += criticalNs;
    }
  }
  const totalNs = totalDurationNs(traces);
  return [...sums.values()]
    .map(({ criticalNs, spans, ...one }) => ({
      ...one,
      spanCount: spans,
      requestTimeShare: totalNs > 0 ? criticalNs / totalNs : 0,
    }))
    .toSorted((a, b) => b.requestTimeShare - a.requestTimeShare || b.spanCount - a.spanCount);
}

function totalDurationNs(traces: readonly AnalysedTrace[]): number {
  return traces.reduce((sum, { durationNs }) => sum + durationNs, 0);
}
