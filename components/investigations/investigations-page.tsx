"use client";

import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useView } from "@/lib/client/url-state";
import type { InvestigationsResponse } from "@/lib/contracts/investigations/investigations";
import { useOpenInvestigation } from "@/lib/client/keys/open-investigation";
import { SectionTabs } from "@/components/layout/section-tabs";
import { Button } from "@/components/ui/button";
import { describeList } from "./list/describe-list";
import { ForYou } from "./list/for-you";
import { InvestigationBoard } from "./list/investigation-board";
import { InvestigationTable } from "./list/investigation-table";
import { ListFilters } from "./list/list-filters";
import { ListPages } from "./list/list-pages";
import { useListKeys } from "./list/use-list-keys";
import { toInvestigationsQuery, useInvestigationListState } from "./url-state";
import { ReadError } from "@/components/shared/reads/read-error";
import { useReadError } from "@/components/shared/reads/use-lasting-error";
import { investigationsQuery } from "@/lib/client/queries/investigations";

/** Lists investigations as a table or as a board by state, and opens new ones. */
export function InvestigationsPage() {
  const [view, setView] = useView();
  const { state, change, openPage } = useInvestigationListState();
  const openInvestigation = useOpenInvestigation();
  const list = useRef<HTMLDivElement>(null);
  const query = useQuery(investigationsQuery(toInvestigationsQuery(state, view.d)));
  const { data, refetch, dataUpdatedAt } = query;
  const error = useReadError(query);
  const isFiltered = !isWithoutFilters(state) || view.d !== null;
  useListKeys(list);
  return (
    <>
      <SectionTabs label="Pages of investigations" className="mb-4" />
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 pb-5">
        <h1 className="max-w-[1040px] text-2xl font-medium tracking-[-0.01em] text-ink-2">
          <span className="font-semibold text-ink">
            {describeList({ counts: data?.counts, hasFailed: error !== null, isFiltered })}
          </span>
          {data !== undefined &&
            " Each investigation leads from a symptom to its cause and a validated fix, in seven steps."}
        </h1>
        {openInvestigation !== null && <Button onClick={openInvestigation}>Open investigation</Button>}
      </header>
      {error !== null && (
        <ReadError
          error={error}
          previousContentNoun={data === undefined ? null : "list"}
          onRetry={() => void refetch()}
        />
      )}
      <ListFilters
        state={state}
        onChange={change}
        deployment={view.d}
        onDeployment={(d) => void setView({ d, m: null, i: null })}
        counts={data?.counts}
      />
      {data === undefined && error === null && (
        <p aria-busy className="text-ink-2">
          Loading investigations
        </p>
      )}
      <div ref={list}>
        {state.layout === "for-you" && <ForYou />}
        {data !== undefined && state.layout === "board" && (
          <InvestigationBoard state={state} response={data} receivedAtMs={dataUpdatedAt} />
        )}
        {data !== undefined && state.layout === "list" && (
          <InvestigationTable response={data} receivedAtMs={dataUpdatedAt} />
        )}
      </div>
      {data !== undefined && data.investigations.length === 0 && state.layout !== "for-you" && (
        <EmptyList isUnfiltered={countAll(data) === 0 && !isFiltered} />
      )}
      {data !== undefined && state.layout === "list" && (
        <ListPages state={state} nextCursor={data.nextCursor} onOpen={openPage} />
      )}
    </>
  );
}

type ListState = ReturnType<typeof useInvestigationListState>["state"];

function isWithoutFilters({ severity, owner, tag, find }: ListState): boolean {
  return severity === null && owner === null && tag === null && find === null;
}

function countAll({ counts }: Pick<InvestigationsResponse, "counts">): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Explains why the list is empty, and how to fill it. */
function EmptyList({ isUnfiltered }: { readonly isUnfiltered: boolean }) {
  return (
    <p className="max-w-[720px] text-ink-2">
      {isUnfiltered
        ? "No investigation was opened yet. Open an investigation when a deployment is slow, unusually expensive or misses a target. Press C, or use “Open investigation”."
        : "No investigation matches these filters. Change the filters, or choose “All states”."}
    </p>
  );
}
