/** Measures one window of a watch on each of its deployments. */
import {
  combineWatchVerdicts,
  countObservations,
  judgeWatchedWindow,
  type WatchedValues,
} from "@/lib/analysis/validation/judge-watched-window";
import { extendWindow } from "@/lib/analysis/validation/watch-hours";
import { isAppError } from "@/lib/model/app-error";
import type { MeasuredSide, MeasuredWindow } from "@/lib/model/comparison/measured-side";
import type { WatchVerdict } from "@/lib/model/investigation/watch";
import { allSources } from "@/lib/model/sources/source-scope";
import type { TimeWindow } from "@/lib/model/time-window";
import { watchedWindowSentence } from "@/lib/sentences/investigations/watch-text";
import { measureWindow, type MeasureResult } from "@/lib/services/baselines/measure-window";
import { toResultEntry } from "@/lib/services/comparisons/to-response";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
import { listJudgedSignals } from "@/lib/services/gates/judged-data";
import type { WatchReference } from "./watch-reference";

/** Verdict on the newest window of a watch. */
export interface WatchedWindowResult {
  readonly verdict: WatchVerdict;
  readonly sentence: string;
  /** End of the longest window that was measured. */
  readonly endMs: number;
}

/**
 * Measures a due window and returns its verdict. Without enough data, the verdict is "cannot tell" with the
 * reason. Throws the error of a source that does not respond, and database-unavailable.
 */
export async function measureWatchedWindow(
  { values, limits, sides }: WatchReference,
  window: TimeWindow,
  signal: AbortSignal,
): Promise<WatchedWindowResult> {
  const results: (WatchedWindowResult & { readonly title: string })[] = [];
  for (const validated of sides) {
    const result = await measureDeployment({ validated, values, limits, window, signal });
    results.push({ ...result, title: validated.deployment.title });
  }
  const verdict = combineWatchVerdicts(results.map((one) => one.verdict));
  const decisive = results.find((one) => one.verdict === verdict);
  const name = results.length > 1 && decisive !== undefined ? `${decisive.title}: ` : "";
  return {
    verdict,
    sentence: `${name}${decisive?.sentence ?? "Cannot tell: the watch has no deployment."}`,
    endMs: Math.max(window.endMs, ...results.map(({ endMs }) => endMs)),
  };
}

interface WatchedDeployment {
  readonly validated: MeasuredWindow;
  readonly values: WatchedValues;
  readonly limits: WatchReference["limits"];
  readonly window: TimeWindow;
  readonly signal: AbortSignal;
}

async function measureDeployment(watched: WatchedDeployment): Promise<WatchedWindowResult> {
  const { validated, values, limits, window } = watched;
  const deployment = await findDeployment(validated.deployment.slug);
  if (deployment === null) return createGap("the deployment does not exist any more.", window);
  const measured = await measureEnough(watched, deployment);
  if (measured.kind === "cannot-tell") return createGap(measured.detail, window);
  const judged = judgeWatchedWindow({ validated, window: measured.measured, values, limits });
  const result = toResultEntry(judged.comparison, {
    before: { kind: "measured", side: createSide(validated) },
    after: { kind: "measured", side: createSide(measured.measured) },
  });
  const rows = judged.rows.flatMap(({ compared, ...row }) => {
    const entry = result.rows.find(
      ({ signal, statistic }) => signal === compared.signal && statistic === compared.statistic,
    );
    return entry === undefined ? [] : [{ entry, ...row }];
  });
  return {
    verdict: judged.verdict,
    sentence: watchedWindowSentence({ ...judged, rows }),
    endMs: measured.measured.window.endMs,
  };
}

/** Measures the window. If the load was lower than in the validation, measures a longer window, so that it has as many observations. */
async function measureEnough(
  { validated, values, window, signal }: WatchedDeployment,
  deployment: KnownDeployment,
): Promise<MeasureResult> {
  const signals = listJudgedSignals(deployment, values);
  const measure = (measuredWindow: TimeWindow): Promise<MeasureResult> =>
    measureWindow({ deployment, window: measuredWindow, signals, enteredLoad: {}, signal });
  const first = await measure(window);
  if (first.kind === "cannot-tell") return first;
  const count = countObservations(first.measured, values);
  const neededCount = countObservations(validated, values);
  const { blockMs } = first.measured.measured;
  const extended = extendWindow(window, { count, neededCount, blockMs });
  return extended.endMs === window.endMs ? first : measure(extended);
}

async function findDeployment(slug: string): Promise<KnownDeployment | null> {
  try {
    return await resolveDeployment(slug, allSources);
  } catch (error) {
    if (isAppError(error) && error.code === "not-found") return null;
    throw error;
  }
}

function createSide(measured: MeasuredWindow): MeasuredSide {
  const { deployment, window } = measured;
  return {
    ...measured,
    kind: "window",
    label: deployment.title,
    reference: {
      kind: "window",
      deployment: deployment.slug,
      window: { from: String(window.startMs), to: String(window.endMs) },
    },
    source: "",
    historySpreads: [],
  };
}

/** Returns the result of a window without a verdict. `detail` is the reason as a sentence. */
function createGap(detail: string, { endMs }: TimeWindow): WatchedWindowResult {
  return { verdict: "cannot-tell", sentence: `Cannot tell: ${detail}`, endMs };
}
