"use client";

import { useQuery } from "@tanstack/react-query";
import { useBaselineListState } from "@/lib/client/baselines-url";
import { baselinesQuery } from "@/lib/client/queries/baselines";
import { deploymentsQuery } from "@/lib/client/queries/deployments";
import { useView } from "@/lib/client/url-state";
import { formatCount } from "@/lib/format/number";
import { Button } from "@/components/ui/button";
import { AddBaselineActions } from "./list/add-actions";
import { formatBaselineCount } from "./list/format-baseline-count";
import { BaselineList } from "./list/baseline-list";
import { ListFilters } from "./list/list-filters";
import { ReadError } from "@/components/shared/reads/read-error";
import { useReadError } from "@/components/shared/reads/use-lasting-error";
import { filterAndSortBaselines } from "./list/filter-and-sort-baselines";

/** Lists baselines with age, numbers and health. */
export function BaselinesPage() {
  const [view, setView] = useView();
  const [listState, setListState] = useBaselineListState();
  const query = useQuery(baselinesQuery(view.d));
  const { data, refetch, dataUpdatedAt } = query;
  const error = useReadError(query);
  const deployments = useQuery(deploymentsQuery).data?.deployments ?? [];
  const listed = data === undefined ? [] : filterAndSortBaselines(data.baselines, listState);
  // The list of one deployment does not contain the number of all baselines.
  const everyDeployment = useQuery({ ...baselinesQuery(null), enabled: view.d !== null }).data;
  const total = view.d === null ? data : everyDeployment;
  const filters = [
    deployments.find(({ slug }) => slug === view.d)?.title ?? view.d,
    listState.find === null ? null : `“${listState.find}”`,
  ].filter((one) => one !== null);
  return (
    <>
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 pb-5">
        {/* The height is reserved, so that the list does not move when the count arrives. */}
        <h1 className="min-h-[6lh] max-w-[1040px] text-2xl font-medium tracking-[-0.01em] text-ink-2 sm:min-h-[3lh] lg:min-h-[2lh]">
          <span className="font-semibold text-ink">
            {data === undefined
              ? error === null
                ? "Baselines"
                : "The baselines could not be loaded."
              : formatBaselineCount({
                  count: listed.length,
                  total: total === undefined || total.isTruncated ? null : total.baselines.length,
                  filters,
                })}
          </span>
          {data !== undefined &&
            " Each baseline stores the measurements of one window as a reference for comparisons."}
        </h1>
        <AddBaselineActions
          refusal={data?.captureRefusal ?? null}
          target={{ deployment: view.d, from: view.from, to: view.to }}
        />
      </header>
      {error !== null && (
        <ReadError
          error={error}
          previousContentNoun={data === undefined ? null : "list"}
          onRetry={() => void refetch()}
        />
      )}
      <ListFilters
        deployments={deployments}
        deployment={view.d}
        onDeployment={(d) => void setView({ d, m: null, i: null })}
        state={listState}
        onState={(change) => void setListState(change)}
      />
      {data === undefined && error === null && (
        <p aria-busy className="text-ink-2">
          Loading baselines
        </p>
      )}
      {data !== undefined && listed.length > 0 && (
        <BaselineList baselines={listed} asOfMs={data.asOfMs} receivedAtMs={dataUpdatedAt} />
      )}
      {data !== undefined && listed.length === 0 && (
        <EmptyList
          isFiltered={data.baselines.length > 0}
          onClear={() => void setListState({ find: null })}
          hasDeployment={view.d !== null}
        />
      )}
      {data?.isTruncated === true && (
        <p className="py-3 text-ink-2">
          Only the newest {formatCount(data.baselines.length)} baselines are listed. Select a deployment to
          see its older baselines.
        </p>
      )}
    </>
  );
}

interface EmptyListProps {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly hasDeployment: boolean;
}

/** Explains why the list is empty and how to fill it. */
function EmptyList({ isFiltered, onClear, hasDeployment }: EmptyListProps) {
  if (isFiltered)
    return (
      <p className="flex items-center gap-3 text-ink-2">
        No baseline matches this text.
        <Button size="sm" onClick={onClear}>
          Clear the text
        </Button>
      </p>
    );
  return (
    <p className="max-w-[720px] text-ink-2">
      {hasDeployment ? "This deployment has no baseline yet. " : "No baseline was captured yet. "}
      Select a deployment and a time window of steady traffic at the top, then choose “Capture baseline”. You
      can also import a baseline that another Ridgepoint server exported.
    </p>
  );
}
