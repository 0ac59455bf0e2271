/** The usual-range door: hourly values of the past weeks by the rule of `lib/analysis/statistics/usual-range.ts`, apart from live reads. */
import type { UsualRangeResponse, usualRangeContract } from "@/lib/contracts/usual-range";
import { AppError } from "@/lib/model/app-error";
import { signalDefinition } from "@/lib/model/signals";
import { resolveWindow, type TimeWindow } from "@/lib/model/time-window";
import { usualRanges, type AskedHour, type HourlyValue } from "@/lib/analysis/statistics/usual-range";
import { engineById } from "@/lib/engines";
import { compileSignal } from "@/lib/semantic/compile";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { unusualWindows } from "@/lib/services/events/unusual-windows";
import { hourMs, hourOfWeekUtc } from "./history-chunks";
import { dependsOnLoad, readHourly } from "./read-hourly";

const lookbackMs = 8 * 7 * 24 * hourMs;
const longestAskedMs = 8 * 24 * hourMs;
const waitMs = 1_400;
const longestReadMs = 120_000;

export const readUsualRange: Handler<typeof usualRangeContract> = async ({ query }) => {
  const { signal, statistic } = query;
  const window = resolveWindow({ from: query.from, to: query.to }, nowMs());
  if (window === undefined)
    throw new AppError("invalid-input", "the window is reversed, too short or too long");
  const deployment = await resolveDeployment(query.deployment);
  const place = {
    engine: engineById(deployment.engine),
    deployment,
    scope: {
      deployment: deployment.slug,
      ...(query.model === undefined ? {} : { model: query.model }),
      ...(query.instance === undefined ? {} : { instance: query.instance }),
    },
  };
  const plan = compileSignal(signal, statistic, place, hourMs);
  if (plan.kind === "absent") return { state: "none", reason: plan.detail };
  const hours = askedHours(window);
  const [first = window.startMs] = hours;
  const past = { startMs: first - lookbackMs, endMs: Math.min(window.endMs, nowMs()) };
  // Its reads go on when nobody waits any more: whoever asks again finds what they brought.
  const reading = readHourly({
    sourceSlug: deployment.metricsSource,
    plan,
    window: past,
    signal: AbortSignal.timeout(longestReadMs),
  });
  reading.catch(() => undefined);
  const history = await Promise.race([reading, late()]);
  if (history === "late") return { state: "pending" };
  const { ranges, excluded, missing } = usualRanges({
    history,
    asked: hours.map((startMs) => askedHour(startMs, dependsOnLoad(plan) ? history : [])),
    hourOfWeek: hourOfWeekUtc,
    exclusions: await unusualWindows(deployment.id, past),
    lookbackMs,
  });
  return {
    state: "known",
    unit: signalDefinition(signal).unit,
    hours: ranges.map((range, index) => ({ startMs: hours[index] ?? 0, range: toWire(range) })),
    excluded,
    missing,
  };
};

type WireRange = Extract<UsualRangeResponse, { state: "known" }>["hours"][number]["range"];

/** The contract's own shape of the same facts. */
function toWire(range: ReturnType<typeof usualRanges>["ranges"][number]): WireRange {
  return range.kind === "learning" ? { ...range, band: range.band && { ...range.band } } : { ...range };
}

export function askedHours({ startMs, endMs }: TimeWindow): readonly number[] {
  const first = Math.floor(Math.max(startMs, endMs - longestAskedMs) / hourMs);
  return Array.from({ length: Math.ceil(endMs / hourMs) - first }, (_, index) => (first + index) * hourMs);
}

/** With its load; of an hour that is not over, that of the last one that is. */
export function askedHour(startMs: number, history: readonly HourlyValue[]): AskedHour {
  const known = history.findLast((hour) => hour.startMs <= startMs && hour.load !== undefined);
  const isNear = known !== undefined && startMs - known.startMs <= 2 * hourMs;
  return { startMs, ...(isNear && known.load !== undefined ? { load: known.load } : {}) };
}

async function late(): Promise<"late"> {
  await new Promise<void>((resolve) => {
    setTimeout(resolve, waitMs);
  });
  return "late";
}
