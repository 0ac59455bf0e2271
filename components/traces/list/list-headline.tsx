import Link from "next/link";
import type { TracesResponse } from "@/lib/contracts/traces/traces";
import type { Problem } from "@/lib/model/problem";
import { linkTo, type ViewState } from "@/lib/client/url-state";
import { formatNanoseconds } from "@/lib/format/time";
import { useTracesErrorTitle } from "../traces-page-error";
import { findSlowestTrace } from "@/lib/sentences/traces/trace-orders";

interface HeadlineProps {
  readonly title: string;
  readonly data: TracesResponse | undefined;
  readonly view: ViewState;
  readonly problem: (Pick<Problem, "title"> & Partial<Pick<Problem, "code">>) | null;
}

/** Shows the headline of the list: the longest trace that was read, or why there is none. */
export function ListHeadline({ title, data, view, problem }: HeadlineProps) {
  const errorTitle = useTracesErrorTitle(problem);
  const slowest = problem === null && data !== undefined ? findSlowestTrace(data) : null;
  return (
    <h1 className="max-w-[1040px] pb-4 text-2xl font-medium tracking-[-0.01em] text-ink-2">
      <span className="font-semibold text-ink">{errorTitle ?? `Traces of ${title}`}</span>
      {slowest !== null && (
        <>
          : the slowest took{" "}
          <Link
            className="tnum whitespace-nowrap underline decoration-dotted underline-offset-4"
            href={linkTo(`/traces/${slowest.traceId}`, { d: view.d, from: view.from, to: view.to })}
          >
            {formatNanoseconds(slowest.durationNs)}
          </Link>
          .
        </>
      )}
      {data !== undefined && problem === null && slowest === null && emptyText(data)}
    </h1>
  );
}

/** Explains why no trace was found: an incomplete search, the conditions, or an empty window. */
function emptyText({ newest }: TracesResponse): string {
  if ((newest?.retrieval.truncationReason ?? null) !== null)
    return ": no trace was found in the searched part of this window.";
  const isFiltered = newest !== null && newest.retrieval.sentQuery === null;
  return isFiltered
    ? ": no trace in this window matches the filters."
    : ": no trace was found in this window.";
}
