/**
 * Series that an engine exposes from its first request on. While none of them exists, the engine has received no
 * request since it started.
 */
import type { Engine } from "@/lib/engines/definitions/engine";
import type { MetricRef } from "@/lib/engines/definitions/recipe";

/** A metric with the suffix of its counting series. */
export interface RequestSeries {
  readonly ref: MetricRef;
  readonly suffix: "" | "_count";
}

/** Returns the engine's activity counter, followed by the `_count` series of its TTFT and E2E metrics. */
export function listRequestSeries({
  activityCounter,
  signals,
}: Pick<Engine, "activityCounter" | "signals">): readonly RequestSeries[] {
  const { ttft, e2e } = signals;
  const observed = [ttft, e2e].flatMap((recipe) =>
    recipe.kind === "histogram" || recipe.kind === "summary" ? [recipe.metric] : [],
  );
  return [
    { ref: activityCounter, suffix: "" },
    ...observed.map((ref) => ({ ref, suffix: "_count" }) as const),
  ];
}
