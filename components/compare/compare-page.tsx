"use client";

import { useQuery } from "@tanstack/react-query";
import { useCompareState } from "@/lib/client/compare-url";
import { comparisonQuery, type ComparedState } from "./comparison-query";
import { useView } from "@/lib/client/url-state";
import { thinSpace } from "@/lib/format/number";
import type { ComparisonEntry } from "@/lib/contracts/comparisons";
import type { SignalId } from "@/lib/model/signals/signals";
import { getPage } from "@/components/layout/pages";
import { isolateDirection } from "@/components/shared/isolated-text";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { CompareControls } from "./compare-controls";
import { ComparisonActions } from "./comparison-actions";
import { ComparisonDetails } from "./comparison-details";
import { proposeSides } from "./propose-sides";
import { ReadError } from "@/components/shared/reads/read-error";
import { useSetDocumentTitle } from "@/components/shared/reads/use-set-document-title";
import { useReadError } from "@/components/shared/reads/use-lasting-error";
import { VerdictMark } from "./verdict-mark";

/** Compares a baseline or window with another baseline or window: the verdict in one sentence, then its statistics. */
export function ComparePage() {
  const [state, setState] = useCompareState();
  const [view] = useView();
  const { before, after } = state;
  if (before === null || after === null) {
    const proposed = proposeSides(view);
    const sides = { before: before ?? proposed.before, after: after ?? proposed.after };
    return (
      <>
        <Headline text="Select two sides to compare." />
        <CompareControls state={{ ...state, ...sides }} onChange={(change) => void setState(change)} />
        <Button
          variant="selected"
          disabled={sides.before === null || sides.after === null}
          onClick={() => void setState(sides)}
        >
          Compare
        </Button>
      </>
    );
  }
  return (
    <Comparison
      state={{ ...state, before, after }}
      chart={state.chart}
      onChart={(chart) => void setState({ chart }, { history: "replace" })}
    >
      <CompareControls key={state.factor ?? ""} state={state} onChange={(change) => void setState(change)} />
    </Comparison>
  );
}

interface ComparisonProps {
  readonly state: ComparedState;
  readonly chart: SignalId | null;
  readonly onChart: (signal: SignalId) => void;
  readonly children: React.ReactNode;
}

function Comparison({ state, chart, onChart, children }: ComparisonProps) {
  const query = useQuery(comparisonQuery(state));
  const { data, isFetching, isPlaceholderData, refetch, dataUpdatedAt } = query;
  const error = useReadError(query);
  useSetDocumentTitle({
    name: data === undefined ? null : deploymentTitles(data),
    page: getPage("compare-sides").title,
  });
  const isStale = isPlaceholderData || error !== null;
  const isRead = data !== undefined && (data.isPending !== true || data.result !== null);
  return (
    <>
      <Headline text={headlineText(data?.sentence, error)}>
        {isRead && error === null && (
          <VerdictMark verdict={data.result?.verdict ?? "cannot-tell"} className="text-lg" />
        )}
      </Headline>
      {error !== null && (
        <ReadError
          error={error}
          previousContentNoun={data === undefined ? null : "comparison"}
          onRetry={() => void refetch()}
        />
      )}
      {children}
      {!isRead && error === null && (
        <p role="status" aria-busy className="py-4 text-ink-2">
          Reading a window of a live deployment takes a few seconds.
        </p>
      )}
      {data?.isMarginPending === true && (
        <p role="status" className="pb-3 text-ink-2">
          Ridgepoint is still reading the history of {isolateDirection(data.before.deployment.title)}. Until
          then, the default margin of 10{thinSpace}% applies.
        </p>
      )}
      {data !== undefined && (
        <div className={cn(isStale && "opacity-60")}>
          {isRead && (
            <ComparisonActions
              comparison={data}
              receivedAtMs={dataUpdatedAt}
              isFetching={isFetching || data.isPending === true}
              onRefresh={() => void refetch()}
            />
          )}
          <ComparisonDetails comparison={data} chart={chart} onChart={onChart} />
        </div>
      )}
    </>
  );
}

function deploymentTitles({ before, after }: ComparisonEntry): string {
  return [...new Set([before.deployment.title, after.deployment.title])].join(" and ");
}

function headlineText(sentence: string | undefined, error: Error | null): string {
  if (error !== null) return "The sides could not be compared.";
  return sentence ?? "Comparing";
}

/** The verdict is large; the sentences after it explain it. */
function Headline({ text, children }: { readonly text: string; readonly children?: React.ReactNode }) {
  const [first = "", rest = ""] = text.split(/(?<=\.)\s+(.*)/s);
  return (
    <header className="max-w-[1040px] pb-4">
      {children}
      <h1 className="font-medium">
        <span className="block text-2xl tracking-[-0.01em]">{first}</span>
        {rest !== "" && <span className="block pt-1 text-md font-normal text-ink-2"> {rest}</span>}
      </h1>
    </header>
  );
}
