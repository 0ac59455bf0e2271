/** Everything of the flow map in words: a service, a call, a broken hop, and what the numbers are made of. */
import type { BrokenHopRow, FlowEdgeRow, FlowNodeRow, FlowRetrieval } from "@/lib/contracts/trace-flow";
import { formatCount, formatNumber, formatWithUnit, thinSpace } from "@/lib/format/number";
import { formatElapsed } from "@/lib/format/elapsed";
import { tracedShareText } from "@/components/traces/traced-share";

type Side = NonNullable<FlowEdgeRow["now"]>;

/** A share of failed calls from which on a call is marked: that of the status "errors". */
export const maxErrorRatio = 0.001;
const significanceLevel = 0.01;

export function share(ratio: number): string {
  return formatWithUnit(ratio, "ratio", "%");
}

export function plural(n: number, one: string, more = `${one}s`): string {
  return `${formatCount(n)} ${n === 1 ? one : more}`;
}

/** How long a call takes, in the unit of the table's columns wherever it stands: one that takes seconds is told in no other one. */
export function callTime(ns: number): string {
  return `${callMilliseconds(ns)}${thinSpace}ms`;
}

/** The same without its unit, which stands in the column's head. */
export function callMilliseconds(ns: number): string {
  return formatNumber(ns / 1e6);
}

/** "gateway → engine". */
export function callName({ from, to }: Pick<FlowEdgeRow, "from" | "to">): string {
  return `${from ?? "outside"} → ${to}`;
}

export function isFailing(side: Side | null): boolean {
  return side !== null && side.errors / Math.max(1, side.calls) > maxErrorRatio;
}

/** Slower or faster by more than chance, in the mean. */
export function significantChange({ change }: FlowEdgeRow): "slower" | "faster" | null {
  const interval = change?.latencyNs.interval ?? null;
  if (interval === null) return null;
  if (interval.lower > 0) return "slower";
  return interval.upper < 0 ? "faster" : null;
}

/** `label` is what the other window is called; null where nothing is compared. */
export function describeCall(row: FlowEdgeRow, isScaled: boolean, label: string | null): readonly string[] {
  const { now, before } = row;
  if (now === null)
    return before === null
      ? []
      : [`Not seen in this window; in ${label ?? "the other"} ${callStatsText(before, isScaled)}.`];
  const sentences = [`${capital(callStatsText(now, isScaled))}.`];
  if (now.networkNs !== null)
    sentences.push(
      `The caller waits ${callTime(now.networkNs)} longer than the called side works (median): that is the way there and back.`,
    );
  const reason = missingNetworkReason(row);
  if (reason !== undefined) sentences.push(reason);
  sentences.push(`Requests wait ${share(now.criticalShare)} of their time for it${networkShareText(now)}.`);
  if (label === null) return sentences;
  return [
    ...sentences,
    before === null ? `Not seen in ${label}.` : `In ${label} ${callStatsText(before, isScaled)}.`,
    ...changeSentences(row),
  ];
}

/** Why the way there and back is not told; undefined where it is, or nobody's span can tell it. */
export function missingNetworkReason({ from, now }: FlowEdgeRow): string | undefined {
  if (from === null || now === null || now.networkNs !== null) return undefined;
  return "The way there and back is not told: that takes spans of both sides, the caller's around calls of this service alone.";
}

function networkShareText({ networkShare }: Side): string {
  return networkShare > 0 ? `, ${share(networkShare)} on the way there and back` : "";
}

function callStatsText({ calls, traces, errors, perSecond, latencyNs }: Side, isScaled: boolean): string {
  const rate = `${formatNumber(perSecond)}${thinSpace}a second${isScaled ? "" : " of the traces read"}`;
  const failed = errors === 0 ? "none failed" : `${formatCount(errors)} failed (${share(errors / calls)})`;
  return `${plural(calls, "call")} in ${plural(traces, "request")}, ${rate}; ${failed}; ${latencyText(latencyNs)}`;
}

function latencyText({ p50, p95, p99, max }: Side["latencyNs"]): string {
  const known = [
    ["p50", p50],
    ["p95", p95],
    ["p99", p99],
  ].flatMap(([name, ns]) => (typeof ns === "number" ? [`${name} ${callTime(ns)}`] : []));
  return `took ${[...known, `at most ${callTime(max)}`].join(", ")}`;
}

function changeSentences(row: FlowEdgeRow): readonly string[] {
  const { change } = row;
  if (change === null) return [];
  return [
    `The mean ${meanChange(row)}.`,
    `${capital(errorChange(change.errors))}.`,
    `${signed(change.callsPerTrace)} calls a request, ${rateChange(change.perSecond)}${signed(change.criticalShare * 100)} points of requests' time.`,
  ];
}

function rateChange(perSecond: number | null): string {
  return perSecond === null ? "" : `${signed(perSecond)}${thinSpace}calls a second, `;
}

/** "is 12 ms slower (10 to 14 ms, 95 %)". */
export function meanChange({ change }: FlowEdgeRow): string {
  if (change === null) return "";
  const { difference, interval } = change.latencyNs;
  const amount = `${callTime(Math.abs(difference))} ${difference >= 0 ? "slower" : "faster"}`;
  if (interval === null) return `is ${amount}; too few calls to tell whether that is chance`;
  const range = `95${thinSpace}% interval ${callTime(interval.lower)} to ${callTime(interval.upper)}`;
  return interval.lower <= 0 && interval.upper >= 0
    ? `is about the same: ${amount}, which may be chance (${range})`
    : `is ${amount} (${range})`;
}

function errorChange({ difference, pValue }: NonNullable<FlowEdgeRow["change"]>["errors"]): string {
  if (difference === 0) return "as many fail";
  const points = `${formatNumber(Math.abs(difference) * 100)} points ${difference > 0 ? "more" : "fewer"} fail`;
  const odds = pValue < 0.001 ? "less than 0.1" : formatNumber(pValue * 100);
  return pValue < significanceLevel
    ? `${points} (by chance in ${odds}${thinSpace}% of cases)`
    : `${points}, which may be chance (${odds}${thinSpace}%)`;
}

export function describeService(node: FlowNodeRow): readonly string[] {
  if (node.isExternal)
    return [
      `Called in ${plural(node.traces, "request")}; it sent no span of its own, so it is known by its callers alone.`,
    ];
  return [
    `${plural(node.spans, "span")} in ${plural(node.traces, "request")}, ${node.errors === 0 ? "none in error" : `${formatCount(node.errors)} in error`}.`,
    `Requests wait ${share(node.criticalShare)} of their time for its own work.`,
  ];
}

/** What is broken, and what that means. */
export function describeBrokenHop(hop: BrokenHopRow): string {
  if (hop.kind === "silent-service")
    return `${hop.service} sent no span in any of these requests: it is not traced, or no longer one of the services.`;
  const times = `in ${formatCount(hop.spans)} of ${formatCount(hop.total)} (${plural(hop.traces, "request")})`;
  if (hop.kind === "missing-parent")
    return `${hop.service} tells “${hop.name}” ${times} under a parent that never came: the caller's span was lost, or never sent.`;
  const peerText = hop.peer === null ? "" : ` to ${hop.peer}`;
  return `${hop.service} calls “${hop.name}”${peerText} ${times} without a span of the other side: it lost spans, or was not handed the trace.`;
}

/** Which requests, and what rates stand for. */
export function describeReading({
  returned,
  requested,
  isTruncated,
  covered,
  window,
  scale,
  startupTraces,
}: FlowRetrieval): string {
  const isPart = covered.startMs > window.startMs;
  const part = isPart ? `, the newest ${formatElapsed(covered.endMs - covered.startMs)} of the window` : "";
  const more = isTruncated ? `, of more than that (at most ${formatCount(requested)} are read${part})` : "";
  const starts =
    startupTraces === 0 ? "" : `; ${plural(startupTraces, "trace")} of a server's start left out`;
  return `${plural(returned, "request")}${more}${starts}. ${scaleText(scale)}`;
}

function scaleText(scale: FlowRetrieval["scale"]): string {
  if (scale.kind === "traces-only") return `Rates are of the traces alone. ${scale.reason}`;
  const { share: _share, ...told } = scale;
  return `${tracedShareText({ ...told, kind: "reported" })} Rates are scaled to all of them.`;
}

function signed(value: number): string {
  return value > 0 ? `+${formatNumber(value)}` : formatNumber(value);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
