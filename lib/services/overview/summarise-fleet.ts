/** Sorts and summarises the rows: worst first, counts by status, sums, and a sentence. Pure. */
import type { JudgedRow, OverviewResponse, OverviewRow } from "@/lib/contracts/overview";
import { engineById } from "@/lib/engines";
import { engineIds } from "@/lib/model/deployment/deployment";
import type { Reading } from "@/lib/model/reading";
import type { StatusTone } from "@/lib/model/status/status-tone";
import { countWithNoun } from "@/lib/format/agreement";
import { absenceSentences } from "@/lib/semantic/evaluate/readings";
import { atWindowEndPrefix } from "@/lib/format/sentence";
import { fleetSentence } from "@/lib/status/fleet-sentence";
import { textPart } from "@/lib/status/sentence-parts";
import type { OverviewRowFacts } from "@/lib/status/status-rule";
import { statusIds } from "@/lib/status/statuses";

/**
 * Compares Overview rows for sorting: by severity of the status, then by title. Failed rows are after all
 * known problems. While a source is down, its rows have the order of their last statuses, so that a page without a
 * chosen deployment stays at the same one.
 */
export function compareSeverity(left: OverviewRow, right: OverviewRow): number {
  return (
    rankRow(left) - rankRow(right) ||
    lastRank(left) - lastRank(right) ||
    left.title.localeCompare(right.title, "en")
  );
}

/** Returns the rank of the status before the source failed, and 0 for all other rows. */
function lastRank(row: OverviewRow): number {
  if (row.state !== "judged" || row.sourceError === null) return 0;
  const [last] = row.status.currentIds.filter((id) => id !== row.status.id);
  return last === undefined ? statusIds.length : statusIds.indexOf(last);
}

/** Returns the position of a row by its state and status. Pending rows are last. */
function rankRow(row: OverviewRow): number {
  if (row.state === "judged") return statusIds.indexOf(row.status.id);
  return row.state === "failed" ? statusIds.indexOf("cannot-tell") : statusIds.length;
}

interface SummaryContext extends Pick<OverviewResponse, "window" | "asOfMs"> {
  /** True if the window ends in the past. */
  readonly isPast: boolean;
}

/** Adds the summary of all deployments to `rows`, which are sorted worst first. */
export function summariseFleet(
  rows: readonly OverviewRow[],
  { window, asOfMs, isPast }: SummaryContext,
): OverviewResponse {
  const judged = rows.filter((row) => row.state === "judged");
  const count = (tone: StatusTone): number => judged.filter((row) => row.status.tone === tone).length;
  // A row that could not be read again may have had no problem before, and have one now.
  const outdated = judged.filter((row) => isOutdated(row));
  const countCurrent = (tone: "ok" | "idle", rows: readonly JudgedRow[]): number =>
    rows.filter((row) => row.status.tone === tone && !outdated.includes(row)).length;
  const failed = rows.filter((row) => row.state === "failed").length;
  const pending = rows.length - judged.length - failed;
  // Values of unreachable deployments are outdated, even if they are still cached or within their window.
  const readable = judged.filter((row) => row.status.tone !== "down");
  const unreadableReadings = judged.filter((row) => !readable.includes(row)).map((row) => row.readings);
  const outermostReadings = (id: ReadingId): readonly Reading[] =>
    readable.filter((row) => !isReportedBy(row.gateways, id, readable)).map((row) => row.readings[id]);
  const engineReadings = (id: ReadingId): readonly Reading[] =>
    readable.filter((row) => !isReportedBy(row.backends, id, readable)).map((row) => row.readings[id]);
  const readingOrReason = (reading: Reading | undefined, id: ReadingId): Reading =>
    reading ?? unreadableReason(unreadableReadings.map((readings) => readings[id]));
  const outcomeRatio = (id: OutcomeRatioId): Reading =>
    withoutUncountedZero(
      readingOrReason(combineRatios(outermostReadings(id)), id),
      readable.filter((row) => isUncounted(row, id, readable)).length,
    );
  const requests = readingOrReason(sumReadings(outermostReadings("requestRate")), "requestRate");
  return {
    asOfMs,
    window,
    headline: [
      ...(isPast && rows.length > 0 ? [textPart(atWindowEndPrefix)] : []),
      ...fleetSentence(
        judged.map((row) => rowFacts(row)),
        { pending, failed },
      ),
    ],
    counts: {
      down: count("down"),
      unhealthy: count("bad"),
      unknown: count("unknown") + failed + outdated.length,
      idle: countCurrent("idle", judged),
      // A part of the data may be within the limits while the rest is not.
      ok: countCurrent(
        "ok",
        judged.filter((row) => !isPartial(row)),
      ),
      pending,
    },
    fleet: {
      requestRate: requests,
      outputTokenRate: readingOrReason(sumReadings(engineReadings("outputTokenRate")), "outputTokenRate"),
      running: readingOrReason(sumReadings(engineReadings("running")), "running"),
      waiting: readingOrReason(sumReadings(engineReadings("waiting")), "waiting"),
      errorRatio: outcomeRatio("errorRatio"),
      abortRatio: outcomeRatio("abortRatio"),
      n: requests.kind === "present" ? (requests.n ?? null) : null,
      excludedCount: unreadableReadings.length,
    },
    deployments: [...rows],
  };
}

type ReadingId = keyof JudgedRow["readings"];

/**
 * Returns whether a row contributes a value to the sums, because a request that passes a gateway and an engine must count
 * once. Requests, errors and aborts are counted at the outermost gateway. It counts refusals and retries as the client
 * sees them, and prefill and decode as one request. Running and waiting requests and tokens are counted at the engines,
 * which also get traffic that bypasses the gateway. If the counting layer has no value, the other layer is used.
 */
function isReportedBy(
  neighbours: OverviewRow["gateways"],
  id: ReadingId,
  judged: readonly JudgedRow[],
): boolean {
  return judged.some(
    (row) => row.readings[id].kind === "present" && neighbours.some(({ slug }) => slug === row.slug),
  );
}

type OutcomeRatioId = "errorRatio" | "abortRatio";

/** Returns whether a deployment serves requests whose failures or aborts no layer counts. */
function isUncounted(row: JudgedRow, id: OutcomeRatioId, judged: readonly JudgedRow[]): boolean {
  const { [id]: ratio, requestRate } = row.readings;
  return (
    ratio.kind === "absent" &&
    ratio.reason === "not-exposed" &&
    requestRate.kind === "present" &&
    requestRate.value > 0 &&
    !isReportedBy([...row.gateways, ...row.backends], id, judged)
  );
}

/** Returns the ratio, unless it is 0 and a deployment with traffic does not count failures. It is then absent. */
function withoutUncountedZero(ratio: Reading, uncountedCount: number): Reading {
  if (ratio.kind === "absent" || ratio.value > 0 || uncountedCount === 0) return ratio;
  const detail = `${countWithNoun(uncountedCount, "deployment does", "deployments do")} not count such requests.`;
  return { kind: "absent", reason: "not-exposed", detail };
}

/** Returns whether an engine is a training job. The id may be unknown, because it can be from another release. */
function isTraining(engine: string): boolean {
  const known = engineIds.find((id) => id === engine);
  return known !== undefined && engineById(known).role === "training";
}

/** Returns whether a row has the last known status, which was no problem. */
function isOutdated({ stale, status }: JudgedRow): boolean {
  return stale !== null && (status.tone === "ok" || status.tone === "idle");
}

function isPartial({ warnings }: JudgedRow): boolean {
  return (warnings ?? []).length > 0;
}

function rowFacts(row: JudgedRow): OverviewRowFacts {
  const { slug, title, engine, limits, status, readings, sourceError, sentence, context } = row;
  const [first] = sentence;
  const isPast = first?.kind === "text" && first.text === atWindowEndPrefix;
  return {
    slug,
    title,
    status: status.id,
    matchingIds: status.currentIds,
    isPartial: isPartial(row),
    isOutdated: isOutdated(row),
    limits,
    isFrozen: false,
    isTraining: isTraining(engine.id),
    readings,
    sourceError,
    // The row's sentence already contains the reason for its status.
    presetSentence: isPast ? sentence.slice(1) : sentence,
    ...(context === undefined ? {} : { onset: context.onset }),
  };
}

const nothingKnown: Reading = {
  kind: "absent",
  reason: "not-yet-known",
  detail: "No deployments found yet.",
};

/** Returns why the fleet has no value. */
function unreadableReason(readings: readonly Reading[]): Reading {
  if (readings.length === 0) return nothingKnown;
  const absent = readings.find((reading) => reading.kind === "absent");
  return absent ?? { kind: "absent", reason: "target-down", detail: absenceSentences["target-down"] };
}

/** Sums the present values. Returns the first absent reading if none is present, and undefined for an empty list. */
function sumReadings(readings: readonly Reading[]): Reading | undefined {
  const present = readings.filter((reading) => reading.kind === "present");
  const [first] = present;
  if (first === undefined) return readings[0];
  const n = present.reduce((total, reading) => total + (reading.n ?? 0), 0);
  return {
    kind: "present",
    value: present.reduce((total, reading) => total + reading.value, 0),
    ...(first.n === undefined ? {} : { n }),
    atMs: Math.min(...present.map((reading) => reading.atMs)),
    windowMs: Math.min(...present.map((reading) => reading.windowMs)),
  };
}

/**
 * Returns failed or aborted requests divided by requests of all deployments, so each ratio is weighted by its n. If no reading is present, returns the first reading, which has the reason; undefined without readings.
 */
function combineRatios(readings: readonly Reading[]): Reading | undefined {
  const ratios = readings.filter((reading) => reading.kind === "present");
  const [first] = ratios;
  const n = ratios.reduce((total, reading) => total + (reading.n ?? 0), 0);
  if (first === undefined) return readings[0];
  if (n === 0) return { kind: "absent", reason: "no-traffic", detail: "No requests finished." };
  const counted = ratios.reduce((total, reading) => total + reading.value * (reading.n ?? 0), 0);
  return { ...first, value: counted / n, n };
}
