/** Texts of the flow map: services, calls, broken hops, and the traces that were read. */
import type {
  BrokenHopRow,
  FlowEdgeRow,
  FlowNodeRow,
  FlowRetrieval,
} from "@/lib/contracts/traces/trace-flow";
import { formatCount, formatNumber, formatWithUnit, thinSpace } from "@/lib/format/number";
import { formatElapsed } from "@/lib/format/elapsed";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import { tracedShareText } from "./traced-share";

type CallStats = NonNullable<FlowEdgeRow["now"]>;

/** Error ratio above which a call is marked, the same as for the status "errors". */
const maxErrorRatio = 0.001;
const significanceLevel = 0.01;

/** Formats a ratio as a percentage. */
export function formatShare(ratio: number): string {
  return formatWithUnit(ratio, "ratio", "%");
}

/** Formats the duration of a call in milliseconds, the unit of the table columns. */
export function formatCallTime(ns: number): string {
  return `${formatCallMilliseconds(ns)}${thinSpace}ms`;
}

/** Formats a duration in milliseconds without the unit. */
export function formatCallMilliseconds(ns: number): string {
  return formatNumber(ns / 1e6);
}

/** Formats the name of a call: "gateway → engine". */
export function callName({ from, to }: Pick<FlowEdgeRow, "from" | "to">): string {
  return `${from ?? "outside"} → ${to}`;
}

/** Returns whether the ratio of failed calls is above the limit; false without calls. */
export function isFailing(side: CallStats | null): boolean {
  return side !== null && side.errorCount / Math.max(1, side.callCount) > maxErrorRatio;
}

/** Returns the direction of a significant change of the mean duration, or null. */
export function findSignificantChange({ change }: FlowEdgeRow): "slower" | "faster" | null {
  const interval = change?.latencyNs.interval ?? null;
  if (interval === null) return null;
  if (interval.lower > 0) return "slower";
  return interval.upper < 0 ? "faster" : null;
}

/**
 * Returns the tooltip of a call on the map, one sentence each. `comparisonLabel` names the comparison
 * window; null if nothing is compared.
 */
export function describeCall(
  row: FlowEdgeRow,
  isScaled: boolean,
  comparisonLabel: string | null,
): readonly string[] {
  const { now, before } = row;
  if (now === null)
    return before === null
      ? []
      : [
          `Not observed in this window. In ${comparisonLabel ?? "the comparison window"}: ${callStatsText(before, isScaled)}.`,
        ];
  const sentences = [`${capitalise(callStatsText(now, isScaled))}.`];
  if (now.networkNs !== null)
    sentences.push(
      `The caller waits ${formatCallTime(now.networkNs)} longer than the called service works (median). This counts as network time.`,
    );
  const reason = missingNetworkReason(row);
  if (reason !== undefined) sentences.push(reason);
  sentences.push(
    `Requests spend ${formatShare(now.criticalShare)} of their time waiting for this call${networkShareText(now)}.`,
  );
  if (comparisonLabel === null) return sentences;
  return [
    ...sentences,
    before === null
      ? `Not observed in ${comparisonLabel}.`
      : `In ${comparisonLabel}: ${callStatsText(before, isScaled)}.`,
    ...changeSentences(row),
  ];
}

/**
 * Explains why the network time of a call is unknown. Undefined if it is known, or if no span could report
 * it.
 */
export function missingNetworkReason({ from, now }: FlowEdgeRow): string | undefined {
  if (from === null || now === null || now.networkNs !== null) return undefined;
  return "Network time is unknown. It requires spans from both the caller and this service.";
}

function networkShareText({ networkShare }: CallStats): string {
  return networkShare > 0 ? `, including ${formatShare(networkShare)} network time` : "";
}

function callStatsText(
  {
    callCount: calls,
    traceCount: traces,
    errorCount: errors,
    abortCount: aborts,
    callsPerSecond: perSecond,
    latencyNs,
  }: CallStats,
  isScaled: boolean,
): string {
  const rate = `${formatNumber(perSecond)}${thinSpace}per second${isScaled ? "" : " (traced requests only)"}`;
  const failed =
    errors === 0 ? "none failed" : `${formatCount(errors)} failed (${formatShare(errors / calls)})`;
  const aborted =
    aborts === 0 ? "" : `, ${formatCount(aborts)} aborted by clients (${formatShare(aborts / calls)})`;
  return `${countWithNoun(calls, "call")} in ${countWithNoun(traces, "request")}, ${rate}, ${failed}${aborted}, ${latencyText(latencyNs)}`;
}

function latencyText({ p50, p95, p99, max }: CallStats["latencyNs"]): string {
  const known = [
    ["p50", p50],
    ["p95", p95],
    ["p99", p99],
  ].flatMap(([name, ns]) => (typeof ns === "number" ? [`${name} ${formatCallTime(ns)}`] : []));
  return `duration ${[...known, `max ${formatCallTime(max)}`].join(", ")}`;
}

function changeSentences(row: FlowEdgeRow): readonly string[] {
  const { change } = row;
  if (change === null) return [];
  return [
    `The mean call ${meanChange(row)}.`,
    `${capitalise(errorChange(change.errorRatio))}.`,
    `Change: ${formatSigned(change.callsPerTrace)} calls per request, ${rateChange(change.callsPerSecond)}${formatSigned(change.criticalShare * 100)} percentage points of request time.`,
  ];
}

function rateChange(perSecond: number | null): string {
  return perSecond === null ? "" : `${formatSigned(perSecond)}${thinSpace}calls per second, `;
}

/** Describes the change of the mean, such as "is 12 ms slower (95 % interval 10 ms to 14 ms)". */
function meanChange({ change }: FlowEdgeRow): string {
  if (change === null) return "";
  const { difference, interval } = change.latencyNs;
  const amount = `${formatCallTime(Math.abs(difference))} ${difference >= 0 ? "slower" : "faster"}`;
  if (interval === null) return `is ${amount}, but there are too few calls to rule out chance`;
  const range = `95${thinSpace}% interval ${formatCallTime(interval.lower)} to ${formatCallTime(interval.upper)}`;
  return interval.lower <= 0 && interval.upper >= 0
    ? `is about the same: ${amount}, which may be chance (${range})`
    : `is ${amount} (${range})`;
}

function errorChange({ difference, pValue }: NonNullable<FlowEdgeRow["change"]>["errorRatio"]): string {
  if (difference === 0) return "the share of failed calls is unchanged";
  const points = `the share of failed calls is ${formatNumber(Math.abs(difference) * 100)} percentage points ${difference > 0 ? "higher" : "lower"}`;
  const pValueText = pValue < 0.001 ? "<0.001" : pValue.toFixed(3);
  return pValue < significanceLevel
    ? `${points} (p-value ${pValueText})`
    : `${points}, which may be chance (p-value ${pValueText})`;
}

/** Returns the tooltip of a service on the map, one sentence each. */
export function describeService(node: FlowNodeRow): readonly string[] {
  if (node.isExternal)
    return [
      `Called in ${countWithNoun(node.traceCount, "request")}. It sends no spans, so only the spans of its callers are known.`,
    ];
  return [
    `${countWithNoun(node.spanCount, "span")} in ${countWithNoun(node.traceCount, "request")}, ${node.errorCount === 0 ? "no errors" : `${formatCount(node.errorCount)} with ${singularOrPlural(node.errorCount, "an error", "errors")}`}${node.abortCount === 0 ? "" : `, ${formatCount(node.abortCount)} aborted by clients`}.`,
    `Requests spend ${formatShare(node.criticalShare)} of their time in this service itself.`,
  ];
}

/** Describes a break in the chain of spans and its likely cause. */
export function describeBrokenHop(hop: BrokenHopRow): string {
  if (hop.kind === "silent-service")
    return `${hop.service} sent no spans for these requests. Its tracing is off, or it no longer serves these requests.`;
  const affected = `${formatCount(hop.affectedSpanCount)} of ${formatCount(hop.totalSpanCount)}`;
  const requests = `(${countWithNoun(hop.traceCount, "request")})`;
  const verb = singularOrPlural(hop.affectedSpanCount, "has", "have");
  if (hop.kind === "missing-parent") {
    const spans = singularOrPlural(hop.totalSpanCount, "span", "spans");
    return `${hop.service}: ${affected} “${hop.name}” ${spans} ${requests} ${verb} no parent span. The caller's span was lost or never sent.`;
  }
  const calls = singularOrPlural(hop.totalSpanCount, "call", "calls");
  const peerText = hop.peer === null ? "" : ` to ${hop.peer}`;
  return `${hop.service}: ${affected} “${hop.name}” ${calls}${peerText} ${requests} ${verb} no span from the called service. Its spans were lost, or it did not receive the trace context.`;
}

/**
 * Describes which requests the service map is computed from, and whether rates are scaled to all requests.
 */
export function describeRetrieval({
  returnedCount,
  requestedCount,
  isTruncated,
  coveredWindow,
  window,
  scale,
  startupTraceCount,
}: FlowRetrieval): string {
  const isPart = coveredWindow.startMs > window.startMs;
  const coveredText = isPart
    ? ` The traces cover the newest ${formatElapsed(coveredWindow.endMs - coveredWindow.startMs)} of the window.`
    : "";
  const more = isTruncated
    ? ` There are more requests, but at most ${formatCount(requestedCount)} are read.${coveredText}`
    : "";
  const starts =
    startupTraceCount === 0
      ? ""
      : ` ${countWithNoun(startupTraceCount, "server start-up trace is", "server start-up traces are")} excluded.`;
  return `${countWithNoun(returnedCount, "request")} read.${more}${starts} ${scaleText(scale)}`;
}

function scaleText(scale: FlowRetrieval["scale"]): string {
  if (scale.kind === "traces-only") return `Rates include only traced requests. ${scale.reason}`;
  const { share: _share, ...reportedShare } = scale;
  return `${tracedShareText({ ...reportedShare, kind: "reported" })} Rates are scaled to all requests.`;
}

function formatSigned(value: number): string {
  return value > 0 ? `+${formatNumber(value)}` : formatNumber(value);
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
