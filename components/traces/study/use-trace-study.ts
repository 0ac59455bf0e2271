"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { TraceStudyResponse } from "@/lib/contracts/trace-study";
import type { Problem } from "@/lib/model/problem";
import { ProblemError } from "@/lib/client/fetch-json";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { traceStudyQuery } from "@/lib/client/queries/trace-study";
import { useStudyState, type StudyState } from "@/lib/client/study-url";
import { useView, type ViewState } from "@/lib/client/url-state";
import { useFreshness } from "@/components/layout/freshness";
import { useMostInTrouble } from "@/components/shared/use-most-in-trouble";

export interface StudyTrouble extends Pick<Problem, "title" | "detail" | "next"> {
  /** What is shown meanwhile is of an earlier reading. */
  readonly isOld: boolean;
}

export interface StudyInView {
  readonly view: ViewState;
  readonly conditions: StudyState;
  readonly setConditions: (change: Partial<StudyState>) => void;
  /** Of the deployment. */
  readonly title: string;
  readonly answer: TraceStudyResponse | undefined;
  readonly receivedAtMs: number;
  readonly trouble: StudyTrouble | null;
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
  const { tell } = useFreshness();
  useEffect(() => {
    if (data !== undefined && !isPlaceholderData)
      tell({
        asOfMs: data.asOfMs,
        serverNowMs: data.asOfMs,
        receivedAtMs: dataUpdatedAt,
        isStale: error !== null,
      });
  }, [data, dataUpdatedAt, isPlaceholderData, error, tell]);
  return {
    view,
    conditions,
    setConditions: (change) => void setConditions(change),
    title: known?.deployments.find((one) => one.slug === view.d)?.title ?? view.d ?? "",
    answer: data,
    receivedAtMs: dataUpdatedAt,
    trouble: troubleOf(error, data !== undefined),
    isReading: asked.isFetching,
    isOfAnother: isPlaceholderData,
    readAgain: () => void asked.refetch(),
  };
}

function troubleOf(error: Error | null, isOld: boolean): StudyTrouble | null {
  if (error instanceof ProblemError) return { ...error.problem, isOld };
  if (error !== null)
    return {
      title: "The traces cannot be read",
      detail: error.message,
      next: "They are asked for again every ten seconds.",
      isOld,
    };
  return null;
}
