/** What sets the slow requests apart from the rest, as the door tells it. */
import type { TraceStudy } from "@/lib/contracts/trace-study";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { slowAgainstRest } from "@/lib/analysis/traces/contrast/slow-against-rest";
import { slowGroup } from "@/lib/analysis/traces/contrast/slow-group";
import { studyBounds, type SlowTime } from "@/lib/model/study-bounds";
import type { Sent } from "@/lib/server/handler";
import { cutAt } from "./cut-list";

export interface SlowAsk {
  readonly by: SlowTime;
  readonly quantile: number;
  readonly overMs?: number | undefined;
}

export function slowOf(
  requests: readonly AnalysedTrace[],
  { by, quantile, overMs }: SlowAsk,
): Sent<TraceStudy["slow"]> {
  const group = slowGroup(requests, {
    by,
    q: quantile,
    ...(overMs === undefined ? {} : { thresholdNs: overMs * 1e6 }),
  });
  if (group === null)
    return {
      kind: "untold",
      why:
        by === "ttft" && requests.length > 0
          ? "No request tells its time to first token, or too few for that quantile."
          : "There are too few requests for that quantile.",
    };
  const { thresholdNs, untold } = group;
  const found = slowAgainstRest(group);
  if (found.kind === "too-few") return { ...found, thresholdNs };
  const { separations, leftOut, ...told } = found;
  return {
    ...told,
    by,
    thresholdNs,
    untold,
    separations: cutAt(separations, studyBounds.separations),
    notAsked: cutAt(leftOut, studyBounds.separations),
  };
}
