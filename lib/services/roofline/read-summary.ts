/** The roofline of every deployment in a line: instants of one time alone, each deployment on its own, so that none waits for another. */
import type { RooflineSummaryRow, rooflineSummaryContract } from "@/lib/contracts/roofline-summary";
import type { RooflinePlacement, StepSharesAnswer } from "@/lib/contracts/roofline-point";
import { engineOf } from "@/lib/engines";
import { isListed } from "@/lib/model/deployment-review";
import { limits } from "@/lib/model/status";
import { resolveTime } from "@/lib/model/time-window";
import { askedWindow } from "@/lib/server/asked-window";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { askOngoing } from "@/lib/server/ongoing";
import { toProblem } from "@/lib/server/problem";
import { knownDeployments } from "@/lib/services/deployments/known-deployments";
import { seriesKey } from "@/lib/services/deployments/series-key";
import type { PlacedNow } from "./place-now";
import { readPlaced } from "./read-placed";
import { headlineOf } from "./room-headline";
import { resolve, whyNone, type RoomQuestion } from "./room-question";
import { rooflineBook } from "./roofline-book";

const waitMs = 1_400;

/** Throws database-unavailable. */
export const readSummary: Handler<typeof rooflineSummaryContract> = async ({ query, requestId }) => {
  const [{ deployments, aliases }, { choices }] = await Promise.all([knownDeployments(), rooflineBook()]);
  const asked = fiveMinutesTo(query.to);
  const wanted = query.deployment === undefined ? null : (aliases.get(query.deployment) ?? query.deployment);
  const chosen = deployments.filter(
    (deployment) =>
      engineOf(deployment).role === "engine" &&
      (wanted === null ? isListed(deployment, nowMs()) : deployment.slug === wanted),
  );
  const late = new Promise<"late">((done) => {
    setTimeout(() => done("late"), waitMs);
  });
  const rows = await Promise.all(
    chosen.map(async (deployment): Promise<readonly RooflineSummaryRow[]> => {
      const about = { slug: deployment.slug, title: deployment.title };
      const version = choices.get(deployment.id)?.settingVersion ?? 0;
      const key = `${version} ${query.to} ${seriesKey(deployment)}`;
      const { startedMs, outcome } = askOngoing("roofline-summary-ongoing", key, (signal) =>
        rowsOf({ deployment, ...asked, signal }),
      );
      const settled = await Promise.race([outcome, late]);
      if (settled === "late")
        return [{ ...about, state: "pending", forMs: Math.max(0, nowMs() - startedMs) }];
      if (settled.kind === "failed")
        return [{ ...about, state: "failed", problem: toProblem(settled.error, requestId) }];
      return settled.value;
    }),
  );
  return { asOfMs: nowMs(), rows: rows.flat() };
};

/** Throws invalid-input where that is no time, or one to come. */
function fiveMinutesTo(to: string): Pick<RoomQuestion, "window" | "expression"> {
  const startMs = Math.floor(resolveTime(to, nowMs()) ?? 0) - limits.headlineWindowMs;
  const expression = { from: to === "now" ? "now-5m" : String(startMs), to };
  return { expression, window: askedWindow(expression) };
}

async function rowsOf(question: RoomQuestion): Promise<readonly RooflineSummaryRow[]> {
  const { deployment } = question;
  const { inputs, resolved, pools } = await readPlaced(question, resolve(question));
  const about = { slug: deployment.slug, title: deployment.title };
  const rows = pools.map((placed): RooflineSummaryRow => ({
    ...about,
    state: "placed",
    role: placed.facts.pool.role,
    ...described(placed),
  }));
  return rows.length > 0 ? rows : [{ ...about, state: "asks", sentence: whyNone(resolved, inputs) }];
}

function described({ placed, told }: PlacedNow) {
  const { startMs, endMs, decode, prefill, decodeShares, prefillShares, agreement } = told;
  return {
    startMs,
    endMs,
    decode: phaseOf(decode, decodeShares),
    prefill: phaseOf(prefill, prefillShares),
    agrees: agreement?.agrees ?? null,
    sentence: headlineOf({ now: placed, toldNow: told, whole: null }).headline,
  };
}

function phaseOf(placement: RooflinePlacement, shares: StepSharesAnswer | null) {
  if (placement.kind !== "placed") return null;
  const { busy, step } = placement;
  return {
    mfuRatio: busy.mfuRatio,
    mbuRatio: busy.mbuRatio,
    boundBy: shares?.boundBy ?? null,
    nearTo: shares?.nearTo ?? null,
    judgement: busy.judgement.kind,
    busyRatio: step.busyRatio,
  };
}
