/** A question's statistics as plans; of a split one, those of its largest values and of the rest together. */
import type { SplitGroup } from "@/lib/model/answer";
import type { Question } from "@/lib/model/question";
import { limits } from "@/lib/model/status";
import type { Columns } from "@/lib/semantic/columns";
import { compileSignal } from "@/lib/semantic/compile";
import { queriesOf, type SignalPlan } from "@/lib/semantic/plan";
import type { QueryContext, SplitPart } from "@/lib/semantic/scope-selectors";
import { columnsOf, maxNamedValues } from "@/lib/semantic/split";
import { restRule, withoutNamed } from "@/lib/semantic/split-rest";
import type { NamedValues } from "./choose-split";

/** One statistic's plan over the window, and that of its headline. */
export interface PartPlans {
  readonly plan: SignalPlan;
  /** By the window that a rate may look back over; see `semantic/covered-window.ts`. */
  readonly headlinePlan: (rateWindowMs: number) => SignalPlan;
}

/** Which of a statistic's plans is read. */
export type PickPlan = (plans: PartPlans) => SignalPlan;

export interface QuestionPart extends PartPlans {
  readonly group?: SplitGroup;
  /** This part's rows of what all parts' queries answered. */
  readonly narrow: (columns: Columns, pick: PickPlan) => Columns;
}

interface PartsInput {
  readonly question: Question;
  readonly place: QueryContext;
  readonly rateWindowMs: number;
}

/** Without a split every statistic is one part. */
export function unsplitParts({ question, place, rateWindowMs }: PartsInput): readonly QuestionPart[] {
  return question.signals.flatMap((signal) =>
    question.statistics.map((statistic) => ({
      plan: compileSignal(signal, statistic, place, rateWindowMs),
      headlinePlan: (rateMs) =>
        compileSignal(signal, statistic, place, statistic === "rate" ? rateMs : limits.headlineWindowMs),
      narrow: (columns) => columns,
    })),
  );
}

/** Of `wholeParts` those that the rest of a split is made of: they can be asked before anybody knows which values are named. */
export function unsplitPartsForRest(input: PartsInput): readonly QuestionPart[] {
  return unsplitParts(input).filter(
    ({ plan: { signal, statistic } }) => restRule(signal, statistic, input.place) === "difference",
  );
}

/** The named values, largest first, then the rest: as many others as `restCount` says, or as there may be. */
export function splitParts(
  input: PartsInput,
  { label, values }: NamedValues,
  restCount = maxRestCount(values),
): readonly QuestionPart[] {
  const at = (kind: SplitPart["kind"]): PartsInput => ({
    ...input,
    place: { ...input.place, part: { label, values, kind } },
  });
  const byValue = unsplitParts(at("named"));
  const named = values.flatMap((value) =>
    byValue.map((part): QuestionPart => ({
      ...part,
      group: { kind: "value", value },
      narrow: (columns) => columnsOf(columns, label, value),
    })),
  );
  if (restCount <= 0) return named;
  const restParts = unsplitParts(at("rest"));
  const rest = unsplitParts(input).map((unsplit, index): QuestionPart => {
    const [named1, own1] = [byValue[index], restParts[index]];
    const { signal, statistic } = unsplit.plan;
    const rule = restRule(signal, statistic, input.place);
    const group: SplitGroup = { kind: "rest", count: restCount, rule };
    return named1 === undefined || rule === "separate-query"
      ? { ...(own1 ?? unsplit), group }
      : {
          ...unsplit,
          group,
          narrow: (columns, pick) => withoutNamed(columns, sameQueries(pick(unsplit), pick(named1))),
        };
  });
  return [...named, ...rest];
}

/** Fewer than could be named are all there are. */
function maxRestCount(values: readonly string[]): number {
  return values.length < maxNamedValues ? 0 : Number.POSITIVE_INFINITY;
}

/** The same statistic compiled at two places asks the same queries in the same order. */
function sameQueries(from: SignalPlan, to: SignalPlan): ReadonlyMap<string, string> {
  const otherQueries = queriesOf(to);
  return new Map(queriesOf(from).map((promql, index) => [promql, otherQueries[index] ?? promql]));
}
