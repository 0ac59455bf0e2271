/** A question's statistics as plans; of a split one, those of its largest values and of the rest together. */
import type { SplitGroup } from "@/lib/model/answer";
import type { Question } from "@/lib/model/question";
import { limits } from "@/lib/model/status";
import type { Columns } from "@/lib/semantic/columns";
import { compileSignal } from "@/lib/semantic/compile";
import { queriesOf, type SignalPlan } from "@/lib/semantic/plan";
import type { Place, SplitPart } from "@/lib/semantic/scope-selectors";
import { columnsOf, mostNamed } from "@/lib/semantic/split";
import { restRule, withoutNamed } from "@/lib/semantic/split-rest";
import type { NamedValues } from "./choose-split";

/** One statistic's plan over the window, and that of its headline. */
export interface AskedPlan {
  readonly plan: SignalPlan;
  /** By the window that a rate may look back over; see `semantic/covered-window.ts`. */
  readonly headlinePlan: (rateWindowMs: number) => SignalPlan;
}

/** Which of a statistic's plans is read. */
export type PickPlan = (asked: AskedPlan) => SignalPlan;

export interface AskedPart extends AskedPlan {
  readonly group?: SplitGroup;
  /** This part's rows of what all parts' queries answered. */
  readonly narrow: (columns: Columns, pick: PickPlan) => Columns;
}

interface Asking {
  readonly question: Question;
  readonly place: Place;
  readonly rateWindowMs: number;
}

/** Without a split every statistic is one part. */
export function wholeParts({ question, place, rateWindowMs }: Asking): readonly AskedPart[] {
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
export function wholesOfRests(asking: Asking): readonly AskedPart[] {
  return wholeParts(asking).filter(
    ({ plan: { signal, statistic } }) => restRule(signal, statistic, asking.place) === "difference",
  );
}

/** The named values, largest first, then the rest: as many others as `restCount` says, or as there may be. */
export function splitParts(
  asking: Asking,
  { label, values }: NamedValues,
  restCount = mostRest(values),
): readonly AskedPart[] {
  const at = (kind: SplitPart["kind"]): Asking => ({
    ...asking,
    place: { ...asking.place, part: { label, values, kind } },
  });
  const byValue = wholeParts(at("named"));
  const named = values.flatMap((value) =>
    byValue.map((part): AskedPart => ({
      ...part,
      group: { kind: "value", value },
      narrow: (columns) => columnsOf(columns, label, value),
    })),
  );
  if (restCount <= 0) return named;
  const own = wholeParts(at("rest"));
  const rest = wholeParts(asking).map((whole, index): AskedPart => {
    const [named1, own1] = [byValue[index], own[index]];
    const { signal, statistic } = whole.plan;
    const rule = restRule(signal, statistic, asking.place);
    const group: SplitGroup = { kind: "rest", count: restCount, rule };
    return named1 === undefined || rule === "own"
      ? { ...(own1 ?? whole), group }
      : {
          ...whole,
          group,
          narrow: (columns, pick) => withoutNamed(columns, sameQueries(pick(whole), pick(named1))),
        };
  });
  return [...named, ...rest];
}

/** Fewer than could be named are all there are. */
function mostRest(values: readonly string[]): number {
  return values.length < mostNamed ? 0 : Number.POSITIVE_INFINITY;
}

/** The same statistic compiled at two places asks the same queries in the same order. */
function sameQueries(left: SignalPlan, right: SignalPlan): ReadonlyMap<string, string> {
  const others = queriesOf(right);
  return new Map(queriesOf(left).map((promql, index) => [promql, others[index] ?? promql]));
}
