/** What sets the slow requests apart from the rest, as the door tells it. */
import type { TraceStudy } from "@/lib/contracts/trace-study";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import { slowAgainstRest, type Separation } from "@/lib/analysis/traces/contrast/slow-against-rest";
import { enoughAbove, slowGroup } from "@/lib/analysis/traces/contrast/slow-group";
import { slowQuantile, slowQuantiles, studyBounds, type SlowTime } from "@/lib/model/study-bounds";
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
  if (found.kind === "too-few") {
    const { needed } = found;
    return { ...found, thresholdNs, enough: enoughAbove(requests, by, { quantiles: slowQuantiles, needed }) };
  }
  const { separations, leftOut, ...told } = found;
  const isPlaced = separations.some((row) => row.about === "place" && isTold(row));
  return {
    ...told,
    placeByFirstToken: by === "ttft" || isPlaced ? null : placeByFirstToken(requests),
    by,
    thresholdNs,
    untold,
    separations: cutAt(separations, studyBounds.separations),
    notAsked: cutAt(leftOut, studyBounds.separations),
  };
}

const isTold = ({ isChance, difference }: Separation): boolean => !isChance && difference > 0;

/** Lengths rule whole requests: a sick instance may show in the first token alone. Null where none does. */
function placeByFirstToken(requests: readonly AnalysedTrace[]): Separation | null {
  const group = slowGroup(requests, { by: "ttft", q: slowQuantile });
  const found = group === null ? null : slowAgainstRest(group, "place");
  return found?.kind === "separations" ? (found.separations.find(isTold) ?? null) : null;
}
