/**
 * Series that an engine exposes from its first request on. While none of them exists, the engine has received no
 * request since it started.
 */
import type { Engine } from "@/lib/engines/definitions/engine";
import type { MetricRef } from "@/lib/engines/definitions/recipe";

/** Metric and name suffix of a series that counts requests. */
export interface RequestSeries {
  readonly ref: MetricRef;
  readonly suffix: "" | "_count";
}

/**
 * Returns the series from which the engine's requests can be counted: its activity counter, then `_count` of
 * TTFT and E2E.
 */
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
