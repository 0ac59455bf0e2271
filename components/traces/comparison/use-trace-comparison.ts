"use client";

import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import type { TraceComparisonResponse } from "@/lib/contracts/trace-comparison";
import { comparedAsViewed, useComparisonState, type ComparisonState } from "@/lib/client/comparison-url";
import { traceComparisonQuery } from "@/lib/client/queries/trace-comparison";
import { useStudyState, type StudyState } from "@/lib/client/study-url";
import { useView, type ViewState } from "@/lib/client/url-state";
import { useMostInTrouble } from "@/components/shared/use-most-in-trouble";
import { readingTrouble, type ReadingTrouble } from "../reading-trouble";
import { useToldFreshness } from "../use-told-freshness";

export interface ComparisonInView {
  readonly view: ViewState;
  readonly state: ComparisonState;
  readonly conditions: StudyState;
  readonly setConditions: (change: Partial<StudyState>) => void;
  readonly change: (next: Partial<Nullable<ComparisonState>>) => void;
  /** Of how it is shown: no step that "back" undoes. */
  readonly show: (next: Partial<Pick<ComparisonState, "as" | "nodes">>) => void;
  readonly answer: TraceComparisonResponse | undefined;
  readonly receivedAtMs: number;
  readonly trouble: ReadingTrouble | null;
  readonly isReading: boolean;
  /** What is shown answers another question than the one that is now read. */
  readonly isOfAnother: boolean;
  readonly readAgain: () => void;
}

type Nullable<T> = { readonly [Key in keyof T]: T[Key] | null };

export function useTraceComparison(): ComparisonInView {
  const [view, setView] = useView();
  const [given, setState] = useComparisonState();
  const [conditions, setConditions] = useStudyState();
  const state = comparedAsViewed(given, view.cmp, useSearchParams());
  useMostInTrouble();
  const arePair = state.a.kind === "trace" && state.b.kind === "trace";
  const asked = useQuery({
    ...traceComparisonQuery({
      deployment: view.d,
      from: view.from,
      to: view.to,
      live: view.live,
      state,
      conditions,
    }),
    enabled: view.d !== null || arePair,
  });
  const { data, dataUpdatedAt, error, isPlaceholderData } = asked;
  useToldFreshness(asked);
  return {
    view,
    state,
    conditions,
    setConditions: (change) => void setConditions(change),
    change: (next) => {
      void setState(next);
      // Groups of one's own take the place of the window that the view is compared with.
      if (next.a !== undefined && view.cmp !== null) void setView({ cmp: null });
    },
    show: (next) => void setState(next, { history: "replace" }),
    answer: data,
    receivedAtMs: dataUpdatedAt,
    trouble: readingTrouble(error, "every ten seconds"),
    isReading: asked.isFetching,
    isOfAnother: isPlaceholderData,
    readAgain: () => void asked.refetch(),
  };
}
