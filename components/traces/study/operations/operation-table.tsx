"use client";

import Link from "next/link";
import { useQueryState } from "nuqs";
import { parseAsStringLiteral } from "nuqs/server";
import type { StudyOperation, TraceStudy } from "@/lib/contracts/traces/trace-study";
import { spanDisplayName } from "@/lib/base/safe-text";
import { addConditionsToLink } from "@/lib/client/study-url";
import { linkTo } from "@/lib/client/url-state";
import { formatCount, formatNumber, formatValue } from "@/lib/format/number";
import { countWithNoun } from "@/lib/format/agreement";
import { cn } from "@/components/ui/cn";
import { ShapeMark } from "@/components/shared/status-mark";
import { Choice } from "@/components/ui/choice";
import {
  sortByColumn,
  operationColumns,
  choosePhoneColumns,
  type OperationColumn,
  type OperationColumnId,
} from "./operation-columns";
import type { StudyLinks } from "@/components/traces/study/use-trace-study";

interface OperationTableProps {
  readonly operations: TraceStudy["operations"];
  readonly pageState: StudyLinks;
}

interface SortedOperationsProps extends OperationTableProps {
  readonly order: OperationColumnId;
  readonly onOrder: (order: OperationColumnId) => void;
}

const ids = operationColumns.map(({ id }) => id);
const titles = operationColumns.map(({ id, title }) => [id, title] as const);
const number = "pl-4 text-right max-md:pl-2";

/** Lists operations, sorted by the column of the URL. Names link to the matching traces. */
export function OperationTable({ operations, pageState }: OperationTableProps) {
  const [order, setOrder] = useQueryState(
    "order",
    parseAsStringLiteral(ids).withDefault("critical").withOptions({ history: "replace" }),
  );
  return (
    <SortedOperations
      operations={operations}
      pageState={pageState}
      order={order}
      onOrder={(next) => void setOrder(next)}
    />
  );
}

/** Lists operations, sorted by a column. */
export function SortedOperations({ operations, pageState, order, onOrder }: SortedOperationsProps) {
  const { rows, omittedCount } = operations;
  const visibleOnPhone = choosePhoneColumns(order);
  const widths = (id: OperationColumnId): string => cn(number, !visibleOnPhone.has(id) && "max-md:hidden");
  return (
    <>
      <div className="pb-2 md:hidden">
        <Choice label="Sort by" value={order} options={titles} onChoose={onOrder} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard */}
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Operations">
        <table className="w-full min-w-[340px] text-left md:min-w-[960px]">
          <thead className="border-b border-rule-strong text-xs">
            <tr className="align-bottom">
              <th className="py-1.5 font-medium">Operation</th>
              {operationColumns.map((column) => (
                <th
                  key={column.id}
                  className={cn("py-1.5 font-medium max-md:whitespace-normal", widths(column.id))}
                  aria-sort={column.id === order ? "descending" : undefined}
                >
                  <button
                    type="button"
                    title={column.description}
                    className="text-right hover:text-ink hover:underline"
                    onClick={() => onOrder(column.id)}
                  >
                    {column.title}
                    {column.id === order && <span aria-hidden> ↓</span>}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="tnum">
            {sortByColumn(rows, order).map((row) => (
              <Row key={`${row.service}\n${row.name}`} row={row} pageState={pageState} widths={widths} />
            ))}
          </tbody>
        </table>
      </div>
      {omittedCount > 0 && (
        <p className="py-2 text-xs text-ink-2">
          {countWithNoun(omittedCount, "more operation is", "more operations are")} not listed. Their shares
          of the critical path are smaller than the listed ones.
        </p>
      )}
    </>
  );
}

interface NamedProps {
  readonly row: StudyOperation;
  readonly pageState: StudyLinks;
}

/** A name with "#" stands for several names. Sources can search operations only for services of the deployment. */
function Named({ row, pageState }: NamedProps) {
  const { d, from, to, live } = pageState.view;
  const name = spanDisplayName(row.name);
  const canFilter = row.name === name && !row.name.includes("#") && pageState.services.includes(row.service);
  if (!canFilter) return <span className="font-mono text-xs">{name}</span>;
  const conditions = { ...pageState.conditions, service: row.service, operation: row.name };
  return (
    <Link
      className="font-mono text-xs text-accent hover:underline"
      href={addConditionsToLink(linkTo("/traces", { d, from, to, live }), conditions)}
    >
      {row.name}
    </Link>
  );
}

interface RowProps extends NamedProps {
  readonly widths: (id: OperationColumnId) => string;
}

function Row({ row, pageState, widths }: RowProps) {
  return (
    <tr className="h-7 border-b border-rule hover:bg-hover">
      <th
        scope="row"
        className="max-w-80 truncate pr-2 font-normal max-md:max-w-40 max-md:py-1 max-md:break-words max-md:whitespace-normal"
        title={`${row.service}: ${row.name}`}
      >
        <Named row={row} pageState={pageState} />{" "}
        <span className="text-xs text-ink-3 max-md:block">{row.service}</span>
      </th>
      {operationColumns.map((column) => (
        <td key={column.id} className={cn("whitespace-nowrap", widths(column.id))}>
          <Value column={column} row={row} />
        </td>
      ))}
    </tr>
  );
}

function Value({ column, row }: { readonly column: OperationColumn; readonly row: StudyOperation }) {
  const value = column.readValue(row);
  if (value === null)
    return (
      <span
        className="text-ink-3"
        title={`${countWithNoun(row.spanCount, "span is", "spans are")} too few for this percentile`}
      >
        too few
      </span>
    );
  if (column.format === "s") return formatNumber(value / 1e9);
  if (column.format === "ms") return formatNumber(value / 1e6);
  if (column.format === "share") return formatValue(value, "ratio", "%").text;
  if (column.id !== "errors") return formatCount(value);
  if (value === 0) return <span className="text-ink-3">0</span>;
  return (
    <span className={cn("inline-flex items-center gap-1 text-bad")}>
      <ShapeMark shape="failed" className="size-2.5" />
      {formatCount(value)}
    </span>
  );
}
