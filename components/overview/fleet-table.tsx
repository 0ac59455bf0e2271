"use client";

import type { OverviewResponse, OverviewRow } from "@/lib/contracts/overview";
import type { SortColumn, ViewState } from "@/lib/client/url-state";
import { formatCoarseDuration } from "@/lib/format/time";
import type { GlossaryTermId } from "@/lib/model/glossary";
import { ErrorBoundary } from "@/components/shared/error-boundary";
import { ReadingValue } from "@/components/shared/reading-value";
import { ShapeMark } from "@/components/shared/status-mark";
import { Term } from "@/components/shared/term";
import { cn } from "@/components/ui/cn";
import { fleetGrid, leadingCell } from "./fleet-grid";
import { fleetLimitsText } from "./fleet-coverage";
import { FleetRow, type FleetView } from "./fleet-row";
import { limitText, type ColumnLimit } from "./limit-text";

interface FleetTableProps {
  readonly rows: readonly OverviewRow[];
  readonly fleet: OverviewResponse["fleet"];
  readonly asOfMs: number;
  /** Length of the window that the sparklines show. */
  readonly windowMs: number;
  readonly view: FleetView & Pick<ViewState, "sort">;
  readonly onSort: (column: SortColumn) => void;
  /** True for a stored table, whose rows query nothing. */
  readonly isCopy?: boolean;
}

interface Column {
  readonly id: SortColumn;
  readonly title: string;
  readonly term?: GlossaryTermId;
  readonly unit: string | ColumnLimit;
  readonly isNumber: boolean;
}

const columns: readonly Column[] = [
  { id: "status", title: "Status", unit: "worst first", isNumber: false },
  { id: "name", title: "Deployment", unit: "and cause", isNumber: false },
  {
    id: "ttft",
    title: "TTFT p95",
    term: "ttft",
    unit: { limitId: "ttftP95Seconds" },
    isNumber: true,
  },
  {
    id: "tpot",
    title: "TPOT p95",
    term: "tpot",
    unit: { limitId: "meanTpotSeconds", statistic: "mean" },
    isNumber: true,
  },
  { id: "requests", title: "Requests", unit: "per s", isNumber: true },
  { id: "output", title: "Output", unit: "tokens/s", isNumber: true },
  { id: "running", title: "Running", term: "running", unit: "requests", isNumber: true },
  { id: "waiting", title: "Waiting", term: "waiting", unit: "requests", isNumber: true },
  {
    id: "kv",
    title: "KV cache",
    term: "kv-cache",
    unit: { limitId: "kvUsageRatio" },
    isNumber: true,
  },
  {
    id: "errors",
    title: "Errors",
    term: "error-ratio",
    unit: { limitId: "errorRatio" },
    isNumber: true,
  },
];

/** Shows all deployments in a table with sortable columns. */
export function FleetTable({ rows, fleet, asOfMs, windowMs, view, onSort, isCopy = false }: FleetTableProps) {
  return (
    <section aria-label="Deployments" className="@container">
      <div role="table" aria-label="Deployments, last five minutes">
        <div role="rowgroup" className="hidden border-b border-rule-strong pb-2 fleet-rows:block">
          <div role="row" className={fleetGrid}>
            {columns.map((column) => (
              <div
                key={column.id}
                role="columnheader"
                aria-sort={view.sort === column.id ? (column.isNumber ? "descending" : "ascending") : "none"}
                className={cn(
                  !column.isNumber && leadingCell,
                  column.isNumber && column.id !== "ttft" && column.id !== "tpot" && "text-right",
                )}
              >
                <button
                  type="button"
                  className={cn(
                    "leading-tight hover:text-ink",
                    column.isNumber && column.id !== "ttft" && column.id !== "tpot"
                      ? "text-right"
                      : "text-left",
                  )}
                  onClick={() => onSort(column.id)}
                >
                  <span
                    className={cn(
                      "block text-xs font-medium",
                      view.sort === column.id && "underline underline-offset-4",
                    )}
                  >
                    {column.term === undefined ? column.title : <Term id={column.term}>{column.title}</Term>}
                  </span>
                  <span className="block text-2xs text-ink-3">
                    {typeof column.unit === "string" ? column.unit : limitText(column.unit, rows)}
                  </span>
                </button>
              </div>
            ))}
          </div>
        </div>
        <div role="rowgroup">
          {rows.map((row) => (
            <ErrorBoundary key={row.slug} contentTitle={row.title}>
              <FleetRow row={row} asOfMs={asOfMs} view={view} isCopy={isCopy} />
            </ErrorBoundary>
          ))}
        </div>
        {rows.length > 1 && (
          <FleetSums fleet={fleet} limits={fleetLimitsText(rows, fleet.excludedCount ?? 0)} />
        )}
      </div>
      <Legend windowMs={windowMs} />
    </section>
  );
}

interface FleetSumsProps {
  readonly fleet: OverviewResponse["fleet"];
  /** Sentences about deployments that the sums exclude. */
  readonly limits: string;
}

/** The sums over all deployments. In a narrow table, each number has the label of its column. */
function FleetSums({ fleet, limits }: FleetSumsProps) {
  return (
    <div role="rowgroup">
      <div role="row" className={cn(fleetGrid, "items-baseline py-2.5 text-ink-2")}>
        <div role="rowheader" className={cn(leadingCell, "font-medium text-ink")}>
          Fleet
        </div>
        <div role="cell" className="text-xs text-ink-3 fleet-rows:col-span-3">
          Percentiles of different models are not combined.{limits}
        </div>
        <Sum label="Requests/s" reading={fleet.requestRate} unit="requests-per-second" displayUnit="req/s" />
        <Sum
          label="Output tokens/s"
          reading={fleet.outputTokenRate}
          unit="tokens-per-second"
          displayUnit="tokens/s"
        />
        <Sum
          label="Running"
          reading={fleet.running}
          unit="requests"
          displayUnit="requests"
          className="fleet-rows:col-start-3 fleet-all:col-start-auto"
        />
        <Sum label="Waiting" reading={fleet.waiting} unit="requests" displayUnit="requests" />
        <div role="cell" className="hidden fleet-rows:block" />
        <div role="cell" className={sumClasses}>
          <SumLabel>Errors</SumLabel>
          <ReadingValue reading={fleet.errorRatio} unit="ratio" displayUnit="%" />
          <span className="tnum block text-2xs text-ink-3">
            aborts <ReadingValue reading={fleet.abortRatio} unit="ratio" displayUnit="%" />
          </span>
        </div>
      </div>
    </div>
  );
}

const sumClasses =
  "mt-2 inline-block w-1/3 align-top fleet-rows:mt-0 fleet-rows:block fleet-rows:w-auto fleet-rows:text-right";

function SumLabel({ children }: { readonly children: string }) {
  return <span className="block text-2xs text-ink-3 fleet-rows:hidden">{children}</span>;
}

interface SumProps extends Pick<Parameters<typeof ReadingValue>[0], "reading" | "unit" | "displayUnit"> {
  readonly label: string;
  readonly className?: string;
}

function Sum({ label, reading, unit, displayUnit, className }: SumProps) {
  return (
    <div role="cell" className={cn(sumClasses, className)}>
      <SumLabel>{label}</SumLabel>
      <ReadingValue reading={reading} unit={unit} displayUnit={displayUnit} isUnitHidden />
    </div>
  );
}

function Legend({ windowMs }: Pick<FleetTableProps, "windowMs">) {
  return (
    <ul aria-label="Legend" className="mt-5 flex flex-wrap gap-x-6 gap-y-1 text-2xs text-ink-3">
      <li className="flex items-center gap-2">
        <svg aria-hidden viewBox="0 0 36 12" className="h-3 w-9">
          <path d="M0 8c6-4 8 1 14-2s10 2 18-2" fill="none" className="stroke-id-1" strokeWidth="1.25" />
          <circle cx="33" cy="4" r="2.5" className="fill-id-1" />
        </svg>
        p95 over the window of this page, {formatCoarseDuration(windowMs)}. Each sparkline has a separate Y
        axis from zero to its maximum.
      </li>
      <li className="flex items-center gap-2">
        <svg aria-hidden viewBox="0 0 36 12" className="h-3 w-9">
          <path d="M0 6h36" fill="none" className="stroke-target" strokeDasharray="3 2" />
        </svg>
        limit
      </li>
      <li className="flex items-center gap-2">
        <ShapeMark shape="over" className="size-2.5" /> above limit
      </li>
      <li className="flex items-center gap-2">
        <ShapeMark shape="unusual" className="size-2.5" /> outside the usual range of this hour
      </li>
      <li className="flex items-center gap-2">
        <ShapeMark shape="stale" className="size-2.5" /> last successful response, with its age
      </li>
    </ul>
  );
}
