/** Reads the table of deployments with the handler of its endpoint, and lists the values of its rows. */
import { setTimeout as wait } from "node:timers/promises";
import type { ComparedValueGroup } from "@/lib/analysis/evidence/compare-value-groups";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import type { OverviewResponse } from "@/lib/contracts/overview";
import type { Reading } from "@/lib/model/reading";
import { toSentence } from "@/lib/format/sentence";
import { readOverview } from "@/lib/services/overview/read-overview";
import { readUntilComplete, type AnswerOutcome, type AnswerReadContext } from "./answer-outcome";

type Fleet = ReadonlyDeep<OverviewResponse>;
type Row = Fleet["deployments"][number];

/** Time limit for facts about a problem that are still being read, and the time between two reads. */
const [maxFactWaitMs, pauseMs] = [20_000, 500];

/**
 * Returns the table when all rows and the facts about their problems are read, or when a fact takes too long. A row whose source does not respond has its reason, as on the page. Refused
 * if no row could be read.
 */
export function readOverviewAnswer(
  { window }: QuestionOf<"overview">,
  { principal, signal, requestId }: AnswerReadContext,
): Promise<AnswerOutcome> {
  const query = { from: String(window.startMs), to: String(window.endMs) };
  const startedMs = performance.now();
  return readUntilComplete<AnswerOutcome>(signal, async () => {
    const fleet = await readOverview({ params: {}, query, body: {}, principal, signal, requestId });
    const rows = fleet.deployments;
    if (rows.some((row) => "elapsedMs" in row)) return "pending";
    if (rows.some(hasPendingFact) && performance.now() - startedMs < maxFactWaitMs) {
      await wait(pauseMs, undefined, { signal });
      return "pending";
    }
    const reasons = rows.map(findFailure);
    const [first] = reasons;
    if (first === undefined) return { kind: "failed", reason: "No deployment was found." };
    if (first !== null && !reasons.includes(null)) return { kind: "failed", reason: toSentence(first) };
    return { kind: "answered", data: { endpoint: "overview", fleet }, window: fleet.window };
  });
}

/** Returns whether a fact about the problem of a row is still being read, such as its start. */
export function hasPendingFact(row: Row): boolean {
  return row.state === "judged" && row.context?.missing.some(({ isPending }) => isPending === true) === true;
}

/** Returns why a row has no values of the window; null if it has them. */
function findFailure(row: Row): string | null {
  if (row.state === "pending") return null;
  if (row.state === "failed") return row.problem.detail;
  return row.sourceError?.reason ?? row.stale?.reason ?? null;
}

/** Returns the status and the values of each deployment, and the sums over all deployments with n. */
export function listOverviewComparedValues({ deployments, fleet }: Fleet): readonly ComparedValueGroup[] {
  const { n, excludedCount: _excludedCount, ...sums } = fleet;
  const rows = deployments.filter((row) => row.state === "judged");
  return [
    { name: "Status", values: new Map(rows.map(({ slug, status }) => [slug, status.label])) },
    ...rows.map(({ slug, readings }) => ({ name: slug, values: listReadings(readings) })),
    { name: "All deployments", values: new Map([...listReadings(sums), ["n", n]]) },
  ];
}

function listReadings(readings: ReadonlyDeep<Readonly<Record<string, Reading>>>) {
  return new Map(
    Object.entries(readings).map(([name, reading]) => [
      name,
      reading.kind === "present" ? reading.value : null,
    ]),
  );
}
