/** Checks whether a metric that seems absent exists under another label, and then names that label. */
import type { ReadableSource } from "@/lib/model/sources/source-scope";
import type { AnswerSeries } from "@/lib/model/answer";
import { isAppError } from "@/lib/model/app-error";
import type { Reading } from "@/lib/model/reading";
import type { SignalId } from "@/lib/model/signals/signals";
import { planModelLabelProbe, formatOtherLabelSentence } from "@/lib/semantic/absence/other-label";
import type { QueryContext } from "@/lib/semantic/compile/scope-selectors";
import { readPromqlInstant } from "@/lib/services/series/prometheus";
import { chooseHeadlineMs } from "./answer-times";
import type { ResolvedQuestion } from "./read-queries";

interface LabelReasonRead {
  readonly queryContext: QueryContext;
  readonly source: ReadableSource;
  readonly atMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly lane?: string | undefined;
}

/**
 * Adds the reason for a reading without series: queries whether its metric exists with another label value. Returns other
 * readings unchanged, without a query.
 */
export async function withLabelReason(
  reading: Reading,
  signal: SignalId,
  context: LabelReasonRead,
): Promise<Reading> {
  if (reading.kind === "present" || reading.reason !== "metric-absent") return reading;
  const { queryContext, ...read } = context;
  const search = planModelLabelProbe(signal, queryContext);
  if (search === undefined || reading.detail !== search.fallbackSentence) return reading;
  try {
    const { vector } = await readPromqlInstant({ ...read, promql: search.promql });
    const detail = formatOtherLabelSentence(search, vector.samples);
    return detail === undefined ? reading : { ...reading, detail };
  } catch (error) {
    // The original reason stays: a failed second query must not fail the answer.
    if (!isAppError(error)) throw error;
    return reading;
  }
}

/** Adds to all series without a current value whether their metric exists under another label value. */
export function withLabelReasons(
  series: readonly AnswerSeries[],
  { queryContext, source, window, readOptions }: ResolvedQuestion,
): Promise<readonly AnswerSeries[]> {
  const at = { queryContext, source, atMs: chooseHeadlineMs(window), ...readOptions };
  return Promise.all(
    series.map(async (one) => ({ ...one, headline: await withLabelReason(one.headline, one.signal, at) })),
  );
}
