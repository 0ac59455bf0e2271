/** The fleet now: every deployment's row, read at the same time, worst first, and the sentence above them. */
import type { JudgedRow, OverviewResponse, OverviewRow, overviewContract } from "@/lib/contracts/overview";
import { AppError } from "@/lib/model/app-error";
import type { Reading } from "@/lib/model/reading";
import { statusIds, statusMeaning } from "@/lib/model/status";
import { resolveWindow } from "@/lib/model/time-window";
import { fleetSentence, type RowFacts } from "@/lib/semantic/sentences";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { processMemory } from "@/lib/server/memory";
import { toProblem } from "@/lib/server/problem";
import { knownDeployments, type KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { describeRow } from "./describe-row";
import { readRow } from "./read-row";

/** What is not ready by then comes back pending; its reads go on. */
const waitMs = 1_400;
const longestRowMs = 12_000;

type Settled =
  | { readonly kind: "row"; readonly row: JudgedRow }
  | { readonly kind: "error"; readonly error: unknown };
interface Ongoing {
  readonly startedMs: number;
  readonly row: Promise<Settled>;
}

const ongoing = (): Map<string, Ongoing> =>
  processMemory("overview-ongoing", () => new Map<string, Ongoing>());

export const readOverview: Handler<typeof overviewContract> = async ({ query, requestId }) => {
  const window = resolveWindow(query, nowMs());
  if (window === undefined)
    throw new AppError("invalid-input", "the window is reversed, too short or too long");
  const { deployments } = await knownDeployments();
  const late = new Promise<"late">((resolve) => {
    setTimeout(() => resolve("late"), waitMs);
  });
  const rows = await Promise.all(
    deployments.map(async (deployment): Promise<OverviewRow> => {
      const { startedMs, row } = ask(deployment, query);
      const settled = await Promise.race([row, late]);
      if (settled === "late")
        return { ...describeRow(deployment), state: "pending", forMs: Math.max(0, nowMs() - startedMs) };
      if (settled.kind === "row") return settled.row;
      return { ...describeRow(deployment), state: "failed", problem: toProblem(settled.error, requestId) };
    }),
  );
  return summarise(rows.toSorted(byTrouble), window);
};

function ask(deployment: KnownDeployment, window: { readonly from: string; readonly to: string }): Ongoing {
  const key = JSON.stringify([deployment.slug, window.from, window.to]);
  const underWay = ongoing().get(key);
  if (underWay !== undefined) return underWay;
  const row = settle(readRow(deployment, window, AbortSignal.timeout(longestRowMs))).finally(() => {
    ongoing().delete(key);
  });
  const begun = { startedMs: nowMs(), row };
  ongoing().set(key, begun);
  return begun;
}

async function settle(work: Promise<JudgedRow>): Promise<Settled> {
  try {
    return { kind: "row", row: await work };
  } catch (error) {
    return { kind: "error", error };
  }
}

/** A row that could not be read stands with the unknown, one still being read after all that are judged. */
function rank(row: OverviewRow): number {
  if (row.state === "judged") return statusIds.indexOf(row.status.id);
  return row.state === "failed" ? statusIds.indexOf("source-down") : statusIds.length;
}

function byTrouble(left: OverviewRow, right: OverviewRow): number {
  const [a, b] = [troubleFirst(left), troubleFirst(right)];
  return a - b || rank(left) - rank(right) || left.title.localeCompare(right.title, "en");
}

/** What is known to be bad comes before what nothing is known of. */
function troubleFirst(row: OverviewRow): number {
  if (row.state !== "judged") return 1;
  return statusMeaning[row.status.id] === "bad" ? 0 : 1;
}

function summarise(rows: readonly OverviewRow[], window: OverviewResponse["window"]): OverviewResponse {
  const judged = rows.filter((row) => row.state === "judged");
  const count = (meaning: (typeof statusMeaning)[keyof typeof statusMeaning]): number =>
    judged.filter((row) => statusMeaning[row.status.id] === meaning).length;
  const failed = rows.filter((row) => row.state === "failed").length;
  const pending = rows.length - judged.length - failed;
  const facts = judged.map((row): RowFacts => ({
    slug: row.slug,
    title: row.title,
    status: row.status.id,
    isFrozen: false,
    readings: row.readings,
  }));
  const requests = sum(judged.map((row) => row.readings.requestRate));
  return {
    asOfMs: nowMs(),
    window,
    headline: [...fleetSentence(facts, failed + pending)],
    counts: {
      trouble: count("bad"),
      unknown: count("unknown") + failed,
      idle: count("idle"),
      ok: count("ok"),
      pending,
    },
    fleet: {
      requestRate: requests,
      outputTokenRate: sum(judged.map((row) => row.readings.outputTokenRate)),
      running: sum(judged.map((row) => row.readings.running)),
      waiting: sum(judged.map((row) => row.readings.waiting)),
      errorRatio: pooledRatio(judged),
      n: requests.kind === "present" ? (requests.n ?? null) : null,
    },
    deployments: [...rows],
  };
}

/** Sums what is there; absent when nothing is. */
function sum(readings: readonly Reading[]): Reading {
  const present = readings.filter((reading) => reading.kind === "present");
  const [first] = present;
  if (first === undefined)
    return readings[0] ?? { kind: "absent", reason: "not-yet-known", detail: "No deployment is known yet." };
  const n = present.reduce((total, reading) => total + (reading.n ?? 0), 0);
  return {
    kind: "present",
    value: present.reduce((total, reading) => total + reading.value, 0),
    ...(first.n === undefined ? {} : { n }),
    atMs: Math.min(...present.map((reading) => reading.atMs)),
    windowMs: first.windowMs,
  };
}

/** Failed requests of all deployments over finished ones: each ratio weighs by its own n. */
function pooledRatio(rows: readonly JudgedRow[]): Reading {
  const ratios = rows.map((row) => row.readings.errorRatio).filter((reading) => reading.kind === "present");
  const [first] = ratios;
  const n = ratios.reduce((total, reading) => total + (reading.n ?? 0), 0);
  if (first === undefined || n === 0)
    return { kind: "absent", reason: "no-traffic", detail: "No request finished." };
  const failures = ratios.reduce((total, reading) => total + reading.value * (reading.n ?? 0), 0);
  return { ...first, value: failures / n, n };
}
