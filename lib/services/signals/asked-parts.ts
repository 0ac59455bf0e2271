/** A question's statistics as plans; of a split one, those of its largest values and of the rest together. */
import type { AnswerSplit, SplitGroup } from "@/lib/model/answer";
import type { Question } from "@/lib/model/question";
import { limits } from "@/lib/model/status";
import type { TimeWindow } from "@/lib/model/time-window";
import type { Columns } from "@/lib/semantic/columns";
import { compileSignal } from "@/lib/semantic/compile";
import type { SignalPlan } from "@/lib/semantic/plan";
import type { Place } from "@/lib/semantic/scope-selectors";
import { columnsOf, compileRanking } from "@/lib/semantic/split";
import { readInstant } from "@/lib/services/series/read-series";

export interface AskedPart {
  readonly plan: SignalPlan;
  /** By the window that a rate may look back over; see `semantic/covered-window.ts`. */
  readonly headlinePlan: (rateWindowMs: number) => SignalPlan;
  readonly group?: SplitGroup;
  /** This part's rows of what all parts' queries answered. */
  readonly narrow: (columns: Columns) => Columns;
}

export interface ChosenSplit {
  readonly told: AnswerSplit;
  readonly values: readonly string[];
}

interface Asking {
  readonly split: ChosenSplit | undefined;
  readonly rateWindowMs: number;
}

const whole = (columns: Columns): Columns => columns;

export function partsOf(
  question: Question,
  place: Place,
  { split, rateWindowMs }: Asking,
): readonly AskedPart[] {
  const compileAll = (at: Place, extra: Omit<AskedPart, "plan" | "headlinePlan">): readonly AskedPart[] =>
    question.signals.flatMap((signal) =>
      question.statistics.map((statistic) => ({
        plan: compileSignal(signal, statistic, at, rateWindowMs),
        headlinePlan: (rateMs) =>
          compileSignal(signal, statistic, at, statistic === "rate" ? rateMs : limits.headlineWindowMs),
        ...extra,
      })),
    );
  if (split === undefined) return compileAll(place, { narrow: whole });
  const { values, told } = split;
  const { label } = told;
  const named = values.flatMap((value) =>
    compileAll(
      { ...place, part: { label, values, kind: "named" } },
      { group: { kind: "value", value }, narrow: (columns) => columnsOf(columns, label, value) },
    ),
  );
  const restCount = told.totalCount - values.length;
  if (restCount <= 0) return named;
  return [
    ...named,
    ...compileAll(
      { ...place, part: { label, values, kind: "rest" } },
      { group: { kind: "rest", count: restCount }, narrow: whole },
    ),
  ];
}

/** Values are ranked over the window, as far as one query may reasonably look back. */
const longestRankingMs = 86_400_000;
const alignmentMs = 60_000;

interface Ranked {
  readonly place: Place;
  readonly sourceSlug: string;
  readonly window: TimeWindow;
}

/** The largest values of the label by the question's first signal; undefined for a question that does not split. */
export async function chooseSplit(
  question: Question,
  { place, sourceSlug, window }: Ranked,
  signal: AbortSignal | undefined,
): Promise<ChosenSplit | undefined> {
  const label = question.scope.split;
  const [first] = question.signals;
  if (label === undefined || first === undefined) return undefined;
  const lengthMs = Math.min(longestRankingMs, window.endMs - window.startMs);
  const windowMs = Math.max(limits.headlineWindowMs, Math.ceil(lengthMs / alignmentMs) * alignmentMs);
  const ranking = compileRanking(first, place, { label, windowMs });
  if (ranking === undefined) return undefined;
  const atMs = Math.floor(window.endMs / alignmentMs) * alignmentMs;
  const ask = async (promql: string) => {
    const { vector } = await readInstant({
      sourceSlug,
      promql,
      atMs,
      ...(signal === undefined ? {} : { signal }),
    });
    return vector.samples;
  };
  const [top, count] = await Promise.all([ask(ranking.top), ask(ranking.count)]);
  const values = top
    .toSorted((left, right) => right.value - left.value)
    .map(({ labels }) => labels[label] ?? "");
  // Nothing has the label, or nothing happened yet that could be split: the answer is that of the whole.
  if (values.length === 0) return undefined;
  const totalCount = Math.max(values.length, Math.round(count[0]?.value ?? 0));
  return { values, told: { label, namedCount: values.length, totalCount, rule: ranking.rule } };
}
