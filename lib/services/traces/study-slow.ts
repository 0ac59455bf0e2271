/** What sets the slow requests apart from the rest, as the door tells it. */
import type { TraceStudy } from "@/lib/contracts/trace-study";
import type { AnalysedTrace } from "@/lib/analysis/traces/analyse-trace";
import {
  alpha,
  leastGroup,
  slowAgainstRestInSteps,
  type Separation,
} from "@/lib/analysis/traces/contrast/slow-against-rest";
import { enoughAbove, slowGroup, type SlowGroup } from "@/lib/analysis/traces/contrast/slow-group";
import { slowQuantile, slowQuantiles, slowTimes, studyBounds, type SlowTime } from "@/lib/model/study-bounds";
import type { Sent } from "@/lib/server/handler";
import { cutAt } from "./cut-list";

export interface SlowAsk {
  readonly by: SlowTime;
  /** The usual one where it is absent, or the highest that leaves enough requests above it. */
  readonly quantile?: number | undefined;
  readonly overMs?: number | undefined;
}

/** In steps: it goes over all attributes of all requests. */
export function* slowInSteps(
  requests: readonly AnalysedTrace[],
  ask: SlowAsk,
): Generator<void, Sent<TraceStudy["slow"]>> {
  const { by } = ask;
  const chosen = chooseGroup(requests, ask);
  if (chosen === null)
    return {
      kind: "untold",
      why:
        by === "ttft" && requests.length > 0
          ? "No request tells its time to first token, or too few for that quantile."
          : "There are too few requests for that quantile.",
    };
  const { group, ...threshold } = chosen;
  const { thresholdNs, untold } = group;
  const found = yield* slowAgainstRestInSteps(group);
  if (found.kind === "too-few") {
    const { needed } = found;
    return { ...found, thresholdNs, enough: enoughAbove(requests, by, { quantiles: slowQuantiles, needed }) };
  }
  const { separations, leftOut, ...told } = found;
  const own = separations.map((row) => ({ ...row, by }));
  const place = yield* placeByOther(requests, { by, own: separations.find(isToldPlace) });
  return {
    ...told,
    ...threshold,
    by,
    thresholdNs,
    untold,
    other: place?.other ?? null,
    separations: cutAt(place === null ? own : [place.row, ...own], studyBounds.separations),
    notAsked: cutAt(leftOut, studyBounds.separations),
  };
}

const isToldPlace = ({ about, isChance, difference }: Separation): boolean =>
  about === "place" && !isChance && difference > 0;

interface Chosen {
  readonly group: SlowGroup;
  /** Null for a time of one's own. */
  readonly quantile: number | null;
  /** The usual quantile and what lies above it, where that is too few and a lower one was taken. */
  readonly usual: { readonly q: number; readonly slow: number } | null;
}

function chooseGroup(requests: readonly AnalysedTrace[], { by, quantile, overMs }: SlowAsk): Chosen | null {
  if (overMs !== undefined) return chosenAt(slowGroup(requests, { by, thresholdNs: overMs * 1e6 }), null);
  if (quantile !== undefined) return chosenAt(slowGroup(requests, { by, q: quantile }), quantile);
  const usual = slowGroup(requests, { by, q: slowQuantile });
  if (usual !== null && usual.slow.length >= leastGroup && usual.rest.length >= leastGroup)
    return chosenAt(usual, slowQuantile);
  const lower = enoughAbove(requests, by, {
    quantiles: slowQuantiles.filter((q) => q < slowQuantile),
    needed: leastGroup,
  });
  const group = lower === null ? null : slowGroup(requests, { by, q: lower.q });
  if (lower === null || group === null) {
    // So few that even their middle leaves too few: how many there are is told by it.
    const [q] = slowQuantiles;
    return chosenAt(slowGroup(requests, { by, q }), q);
  }
  return { group, quantile: lower.q, usual: { q: slowQuantile, slow: usual?.slow.length ?? 0 } };
}

function chosenAt(group: SlowGroup | null, quantile: number | null): Chosen | null {
  return group === null ? null : { group, quantile, usual: null };
}

/**
 * Lengths rule whole requests, so that a sick instance may show in the first token alone, or the other way round: the place that
 * the other time sets apart, where that is more than what the time asked for does. Its chance is that of having looked twice.
 */
function* placeByOther(
  requests: readonly AnalysedTrace[],
  asked: { readonly by: SlowTime; readonly own: Separation | undefined },
) {
  const by = asked.by === "ttft" ? "duration" : "ttft";
  const chosen = chooseGroup(requests, { by });
  const found = chosen === null ? null : yield* slowAgainstRestInSteps(chosen.group, "place");
  if (chosen === null || found?.kind !== "separations") return null;
  const row = found.separations
    .map((each): Separation => {
      const chance = Math.min(1, slowTimes.length * each.chance);
      return { ...each, chance, isChance: chance > alpha };
    })
    .find(isToldPlace);
  if (row === undefined || row.difference <= (asked.own?.difference ?? 0)) return null;
  const { group, quantile } = chosen;
  const { thresholdNs, slow, rest } = group;
  return {
    row: { ...row, by },
    other: { by, thresholdNs, quantile, slow: slow.length, rest: rest.length },
  } as const;
}
