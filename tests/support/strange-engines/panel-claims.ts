/** Reads panels of Signals for a strange case, and compares headline and points with the truth. */
import { allSources } from "@/lib/model/sources/source-scope";
import type { Statistic } from "@/lib/model/question";
import { listSignalIds, signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { answerQuestion } from "@/lib/services/signals/answer-question";
import type { StrangeCase } from "./make-case";
import type { ProfileSignal } from "./profile";
import { areAllDead, isExposed, isServing, isTrueZero, listReadingClaims } from "./reading-claims";

/** Panels of a case. The cases take turns, so that all panels of each engine are read. */
const panelsPerCase = 5;

/** Returns the false claims of some panels. */
export async function listPanelClaims(
  one: StrangeCase,
  { slug }: Pick<KnownDeployment, "slug">,
): Promise<readonly string[]> {
  const signals: readonly SignalId[] = listSignalIds("engine");
  const first = one.number * panelsPerCase;
  const chosen = Array.from(
    { length: panelsPerCase },
    (_, index) => signals[(first + index) % signals.length],
  );
  const claims = await Promise.all(
    chosen.map(async (signal) => (signal === undefined ? [] : claimsOfPanel(one, slug, signal))),
  );
  return claims.flat().map((claim) => `panel: ${claim}`);
}

function statisticsOf(signal: SignalId): readonly Statistic[] {
  const { kind } = signalDefinition(signal);
  if (kind === "gauge") return ["value"];
  if (signal === "errors" || signal === "aborts") return ["rate", "ratio-to-requests"];
  return kind === "counter" ? ["rate"] : ["p95", "mean"];
}

async function claimsOfPanel(
  { truth }: StrangeCase,
  slug: string,
  signal: SignalId,
): Promise<readonly string[]> {
  const { series } = await answerQuestion(
    {
      v: 1,
      signals: [signal],
      statistics: statisticsOf(signal),
      scope: { deployment: slug },
      window: { from: "now-15m", to: "now" },
    },
    { sourceScope: allSources, maxPoints: 60 },
  );
  return series.flatMap(({ statistic, headline, values }) => {
    const fed: ProfileSignal = signal === "tpot" && statistic === "mean" ? "tpot-mean" : signal;
    const points = values.filter((value) => value !== null);
    const part = statistic === "mean" ? "mean" : statistic === "p95" ? "percentile" : undefined;
    const isUnknown =
      !truth.isRenamed && !areAllDead(truth) && !isExposed(fed, truth, part) && !isTrueZero(fed, truth);
    const isBusy = isServing(truth) && truth.hasSteadyTarget && !truth.isRenamed && !areAllDead(truth);
    return [
      ...listReadingClaims(fed, headline, truth, part),
      ...(isUnknown && points.length > 0 ? [`${points.length} invented points of ${fed}`] : []),
      ...(isBusy && points.includes(0) && !isTrueZero(fed, truth) ? [`points of ${fed} at 0`] : []),
    ];
  });
}
