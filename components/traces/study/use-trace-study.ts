"use client";

import { useQuery } from "@tanstack/react-query";
import type { TraceStudyResponse } from "@/lib/contracts/trace-study";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { traceStudyQuery } from "@/lib/client/queries/trace-study";
import { useStudyState, type StudyState } from "@/lib/client/study-url";
import { useView, type ViewState } from "@/lib/client/url-state";
import { useMostInTrouble } from "@/components/shared/use-most-in-trouble";
import { readingTrouble, type ReadingTrouble } from "../reading-trouble";
import { useToldFreshness } from "../use-told-freshness";

export interface StudyInView {
  readonly view: ViewState;
  readonly conditions: StudyState;
  readonly setConditions: (change: Partial<StudyState>) => void;
  /** Of the deployment. */
  readonly title: string;
  readonly answer: TraceStudyResponse | undefined;
  readonly receivedAtMs: number;
  /** `isOld`: what is shown meanwhile is of an earlier reading. */
  readonly trouble: (ReadingTrouble & { readonly isOld: boolean }) | null;
  readonly isReading: boolean;
  /** What is shown answers another question than the one that is now read. */
  readonly isOfAnother: boolean;
  readonly readAgain: () => void;
}

/** What many traces of the view tell, read when asked for. */
export function useTraceStudy(): StudyInView {
  const [view] = useView();
  const [conditions, setConditions] = useStudyState();
  const { data: known } = useQuery(listedDeploymentsQuery);
  useMostInTrouble();
  const asked = useQuery({
    ...traceStudyQuery({
      deployment: view.d ?? "",
      from: view.from,
      to: view.to,
      live: view.live,
      conditions,
    }),
    enabled: view.d !== null,
  });
  const { data, dataUpdatedAt, error, isPlaceholderData } = asked;
  const trouble = readingTrouble(error, "every ten seconds");
  useToldFreshness(asked);
  return {
    view,
    conditions,
    setConditions: (change) => void setConditions(change),
    title: known?.deployments.find((one) => one.slug === view.d)?.title ?? view.d ?? "",
    answer: data,
    receivedAtMs: dataUpdatedAt,
    trouble: trouble === null ? null : { ...trouble, isOld: data !== undefined },
    isReading: asked.isFetching,
    isOfAnother: isPlaceholderData,
    readAgain: () => void asked.refetch(),
  };
}
