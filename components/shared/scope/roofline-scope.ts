/** Scope of a roofline that is stored as evidence. */
import type { ModelAndInstance } from "@/lib/client/url-state";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import type { QuestionOf } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";

type RooflineScope = Omit<QuestionOf<"roofline">, "endpoint">;

/** Parts of a displayed roofline that decide which data its copy has. */
export type DisplayedRoofline = Pick<RooflinePageData, "deployment" | "window" | "pools" | "sampleSpacingMs">;

/** Returns deployment, model, instance, absolute window and times of the displayed roofline. */
export function toRooflineScope(page: DisplayedRoofline, { m, i }: ModelAndInstance): RooflineScope {
  const { deployment, window } = page;
  const timing = findTiming(page);
  return {
    deployment: deployment.slug,
    ...(m === null ? {} : { model: m }),
    ...(i === null ? {} : { instance: i }),
    window,
    ...(timing === null ? {} : { timing }),
  };
}

/**
 * Returns the times with which the server read the displayed values, so that the copy has the same values. Null without a
 * pool, because nothing is displayed.
 */
function findTiming({ pools, sampleSpacingMs }: DisplayedRoofline): Required<RooflineScope>["timing"] | null {
  const [pool] = pools;
  if (pool === undefined) return null;
  const { stepMs, intervalMs } = pool.trail;
  const timing = { stepMs, rateWindowMs: intervalMs, sampleSpacingMs };
  // Without values at the end of the window, no rate window was found. The copy then finds none either.
  const { coveredMs } = pool.now;
  return coveredMs !== undefined && pools.some(({ now }) => hasPoint(now))
    ? { ...timing, headlineWindowMs: coveredMs }
    : timing;
}

function hasPoint({ decode, prefill, engine, hardware }: DisplayedRoofline["pools"][number]["now"]): boolean {
  return [decode, prefill, engine, hardware].some(({ kind }) => kind === "available");
}

/** Returns the URL state that displays a roofline scope. */
export function toRooflineUrlState({ deployment, model, instance, window }: RooflineScope) {
  return {
    d: deployment,
    m: model ?? null,
    i: instance ?? null,
    from: String(window.startMs),
    to: String(window.endMs),
  };
}
