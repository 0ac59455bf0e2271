import { useRef } from "react";
import type { TracesResponse } from "@/lib/contracts/traces/traces";
import { countWithNoun } from "@/lib/format/agreement";
import { traceOrders } from "@/lib/model/traces/trace-order";
import type { ViewState } from "@/lib/client/url-state";
import { KeepAsEvidenceButton } from "@/components/layout/keep-evidence-button";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { ShapeMark } from "@/components/shared/status-mark";
import { createTracesSubject } from "../evidence/traces-subject";
import { orderDefinitions, sortTraces } from "@/lib/sentences/traces/trace-orders";
import { TraceTable } from "../trace-table";
import type { StudyPageState } from "../study/use-trace-study";
import { hasConditions } from "../study/trace-conditions";
import { ListingFacts } from "./listing-facts";
import { EmptyTraceList } from "./empty-trace-list";
import { NewestTracesNotice } from "./newest-traces-notice";
import { usePausableTraceList } from "./use-pausable-trace-list";

interface ListingProps {
  readonly data: TracesResponse;
  /** Key of the question that the data answer. Null while the data answer an earlier question. */
  readonly question: string | null;
  readonly view: ViewState;
  readonly pageState: Pick<StudyPageState, "conditions" | "setConditions">;
  readonly onTab: (tab: ViewState["tab"]) => void;
}

/** Shows tabs of sort orders, a description of the query, and the traces in the chosen order. */
export function TraceListing({ data: latest, question, view, pageState, onTab }: ListingProps) {
  const list = useRef<HTMLDivElement>(null);
  const { data, newCount, showLatest, pointerHandlers, focusHandlers } = usePausableTraceList(latest, {
    question: question === null ? null : `${question} ${view.tab}`,
    order: view.tab,
  });
  const listing = data[view.tab === "slowest" ? "slowest" : "newest"];
  const sortedTraces = sortTraces(data, view.tab);
  return (
    <div {...pointerHandlers}>
      <div className="flex items-center gap-3 border-b border-rule">
        <OrderTabs order={view.tab} onTab={onTab} />
        {newCount > 0 && (
          <Button
            size="sm"
            className="shrink-0"
            onClick={({ detail }) => {
              showLatest();
              // By keyboard, the focus would be lost with the button.
              if (detail === 0) list.current?.focus();
            }}
          >
            {countWithNoun(newCount, "new trace")}
          </Button>
        )}
      </div>
      <div
        id="traces"
        ref={list}
        role="tabpanel"
        tabIndex={-1}
        aria-labelledby={`tab-${view.tab}`}
        {...focusHandlers}
      >
        {listing === null || sortedTraces === null ? null : (
          <>
            <div className="flex items-start gap-3">
              <ListingFacts data={data} listing={listing} />
              {question !== null && data.problem === null && (
                <span className="ml-auto shrink-0 pt-2.5">
                  <KeepAsEvidenceButton
                    label="Keep as evidence: list of traces"
                    createSubject={() => createTracesSubject(data, view, pageState.conditions)}
                  />
                </span>
              )}
            </div>
            {sortedTraces.sortNote !== null && (
              <p className="pb-2.5 text-xs text-ink-2">{sortedTraces.sortNote}</p>
            )}
            {data.warnings.map((warning) => (
              <p key={warning} className="flex items-center gap-2 text-xs text-warn">
                <ShapeMark shape="unusual" className="size-2.5" />
                {warning}
              </p>
            ))}
            {sortedTraces.traces.length === 0 ? (
              <>
                <EmptyTraceList reading={listing.retrieval} pageState={pageState} />
                {!hasConditions(pageState.conditions) && question !== null && (
                  <div className="flex flex-col items-start gap-2 pb-6 text-ink-2">
                    <NewestTracesNotice service={pageState.conditions.service} />
                  </div>
                )}
              </>
            ) : (
              <TraceTable traces={sortedTraces.traces} view={view} />
            )}
          </>
        )}
      </div>
    </div>
  );
}

interface OrderTabsProps extends Pick<ListingProps, "onTab"> {
  readonly order: ViewState["tab"];
}

function OrderTabs({ order, onTab }: OrderTabsProps) {
  return (
    <div
      role="tablist"
      aria-label="Trace order"
      className="flex min-w-0 flex-1 gap-1 overflow-x-auto overflow-y-hidden whitespace-nowrap"
    >
      {traceOrders.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`tab-${tab}`}
          aria-selected={order === tab}
          aria-controls="traces"
          className={cn(
            "-mb-px border-b-2 border-transparent px-3 py-1.5 text-ink-2",
            order === tab && "border-ink font-medium text-ink",
          )}
          onClick={() => onTab(tab)}
        >
          {orderDefinitions[tab].title}
        </button>
      ))}
    </div>
  );
}
