/**
 * The rule of a gate: a statistic of a signal and the largest regression that is allowed, such as `ttft.p95=10%`.
 *
 *     rule       = signal [ "." statistic ] "=" percentage "%"
 *     signal     = the id of a signal of which lower or higher values are better, or `throughput` for `output-tokens`
 *     statistic  = p50, p90, p95, p99 or mean of a distribution; rate or ratio-to-requests of a counter; value of a gauge
 *
 * Counters and gauges have one statistic, which may be omitted: `errors=10%` is `errors.ratio-to-requests=10%`. The API, the command line
 * and stored runs read rules through this file only.
 */
import { fail, succeed, type Result } from "@/lib/base/result";
import { listComparedStatistics, type ComparedStatistic } from "@/lib/model/comparison/compared-statistic";
import { signalDefinition, signalIds, type SignalId } from "@/lib/model/signals/signals";

/** Largest accepted regression of one statistic. */
export interface GateRule {
  readonly signal: SignalId;
  readonly statistic: ComparedStatistic;
  /** Largest allowed regression as a ratio: 0.1 allows 10 % more latency, or 10 % less throughput. */
  readonly maxRegressionRatio: number;
}

/**
 * Smallest error ratio relative to which a change is measured. If the baseline's ratio is below it, a limit
 * of 10 % allows an increase by 10 % of this value: 0.1 percentage points.
 */
export const minReferenceErrorRatio = 0.01;

/** Maximum number of rules in a gate run. */
export const maxGateRules = 20;
const maxPercentage = 1_000;
const throughput = "throughput";

/** Parses a gate rule such as "ttft.p95=10%", or returns what is wrong with it as a sentence. */
export function parseGateRule(text: string): Result<GateRule, string> {
  const parts = /^([^.=]*)(?:\.([^=]*))?=(.*)$/.exec(text.trim());
  if (parts === null)
    return fail(`“${text}” is not a rule. Write a signal, a statistic and a limit, such as ttft.p95=10%.`);
  const [, signalText = "", statisticText, limitText = ""] = parts;
  const signal = findSignal(signalText);
  if (!signal.ok) return signal;
  const statistic = findStatistic(signal.value, statisticText);
  if (!statistic.ok) return statistic;
  const limit = parseLimit(limitText, signalDefinition(signal.value).better === "higher");
  if (!limit.ok) return limit;
  return succeed({ signal: signal.value, statistic: statistic.value, maxRegressionRatio: limit.value });
}

function findSignal(text: string): Result<SignalId, string> {
  const name = text === throughput ? "output-tokens" : text;
  const signal = signalIds.find((id) => id === name);
  if (signal === undefined) {
    const similar = signalIds.find((id) => id === name.toLowerCase().replaceAll("_", "-"));
    const advice = similar === undefined ? "Signals are listed in docs/signals.md." : `Write ${similar}.`;
    return fail(`There is no signal “${text}”. ${advice}`);
  }
  if (signalDefinition(signal).better === "neither")
    return fail(`A gate cannot judge ${signal}: neither a lower nor a higher value is better.`);
  return succeed(signal);
}

function findStatistic(signal: SignalId, text: string | undefined): Result<ComparedStatistic, string> {
  const available = listComparedStatistics(signal);
  const choices = available.map((one) => `${signal}.${one}`).join(", ");
  if (text === undefined) {
    const [first] = available;
    return first === undefined || signalDefinition(signal).kind === "distribution"
      ? fail(`${signal} needs a statistic: ${choices}.`)
      : succeed(first);
  }
  const statistic = available.find((one) => one === text);
  return statistic === undefined
    ? fail(`“${text}” is not a statistic of ${signal}. Available: ${choices}.`)
    : succeed(statistic);
}

/** A signal whose higher values are better cannot fall by 100 % or more. */
function parseLimit(text: string, isHigherBetter: boolean): Result<number, string> {
  const number = /^(\d{1,4}(?:\.\d{1,3})?)%$/.exec(text.trim())?.[1];
  const percentage = number === undefined ? Number.NaN : Number(number);
  const isValid = percentage > 0 && percentage <= maxPercentage && (!isHigherBetter || percentage < 100);
  if (isValid) return succeed(percentage / 100);
  const range = isHigherBetter ? "more than 0 % and less than 100 %" : "more than 0 % and at most 1000 %";
  return fail(`The limit “${text}” must be a percentage such as 10%, ${range}.`);
}

/** Formats a gate rule in the canonical form that `parseGateRule` reads. */
export function formatGateRule({ signal, statistic, maxRegressionRatio }: GateRule): string {
  return `${signal}.${statistic}=${Number((maxRegressionRatio * 100).toFixed(3))}%`;
}

/**
 * Parses several gate rules, or returns the first problem. A statistic of a signal may have one limit only.
 */
export function parseGateRules(texts: readonly string[]): Result<readonly GateRule[], string> {
  if (texts.length === 0) return fail("A gate needs at least one rule, such as ttft.p95=10%.");
  if (texts.length > maxGateRules) return fail(`A gate has at most ${maxGateRules} rules.`);
  const rules: GateRule[] = [];
  for (const text of texts) {
    const rule = parseGateRule(text);
    if (!rule.ok) return rule;
    const { signal, statistic } = rule.value;
    if (rules.some((one) => one.signal === signal && one.statistic === statistic))
      return fail(`${signal}.${statistic} has two limits.`);
    rules.push(rule.value);
  }
  return succeed(rules);
}
