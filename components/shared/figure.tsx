"use client";

import { Table } from "lucide-react";
import { useState, type CSSProperties, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import type { GlossaryTermId } from "@/lib/model/glossary";
import { cn } from "@/components/ui/cn";
import { linkedRowClasses } from "@/components/ui/row-link";
import { Term } from "./term";

interface FigureProps {
  readonly title: string;
  /** Summary of the chart, with n. */
  readonly summary: ReactNode;
  /** The values as table rows. Absent if the figure is a table. */
  readonly table?: ReactNode;
  /** Button in the header. */
  readonly action?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Heading, summary, and the chart or its table. */
export function Figure({ title, summary, table, action, className, children }: FigureProps) {
  const [isTable, setTable] = useState(false);
  return (
    <section aria-label={title} className={cn("min-w-0 border-t border-rule pt-3 pb-5", className)}>
      <header className="flex h-6 items-center gap-2">
        <h2 className="mr-auto truncate font-semibold">{title}</h2>
        {table !== undefined && (
          <Button
            variant="ghost"
            size="icon-sm"
            className="print:hidden"
            aria-label={`${title} as a table`}
            title="As a table"
            aria-pressed={isTable}
            onClick={() => setTable(!isTable)}
          >
            <Table aria-hidden className="size-3.5" />
          </Button>
        )}
        {action}
      </header>
      <p className="tnum max-w-[840px] pb-3 text-xs text-ink-2">{summary}</p>
      {isTable ? <ScrollRegion name={`${title}, table`}>{table}</ScrollRegion> : children}
    </section>
  );
}

/** Scrolls horizontally if its content is wider than the page. */
export function ScrollRegion({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={name}>
      {children}
    </div>
  );
}

/** Column of a compact table. */
export interface TableColumn<Row> {
  readonly title: string;
  /** Glossary term whose definition is the tooltip of the column head. Absent if the head needs no definition. */
  readonly term?: GlossaryTermId;
  /** True for a column of text, which is left-aligned. Numbers are right-aligned. */
  readonly isText?: boolean;
  /** True if the cells need no column title on narrow screens. */
  readonly isPlain?: boolean;
  readonly render: (row: Row) => ReactNode;
}

interface RowsProps<Row> {
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly getKey: (row: Row) => string;
  readonly minWidthPx?: number;
  /** True if each row becomes a list of titled values on phones. */
  readonly isListOnPhones?: boolean;
  /** True if each row has a `RowLink`. */
  readonly hasRowLinks?: boolean;
}

/** Compact table: the first column is the row header, numbers are right-aligned. */
export function CompactTable<Row>({
  columns,
  rows,
  getKey,
  minWidthPx = 0,
  isListOnPhones = false,
  hasRowLinks = false,
}: RowsProps<Row>) {
  const fold = (classes: string): string => (isListOnPhones ? classes : "");
  return (
    <table
      className={cn(
        "tnum w-full text-left text-sm",
        fold("max-md:block"),
        isListOnPhones ? "md:min-w-(--least)" : "min-w-(--least)",
      )}
      style={{ "--least": `${minWidthPx}px` } as CSSProperties}
    >
      <thead className={cn("border-b border-rule-strong text-xs", fold("max-md:hidden"))}>
        <tr>
          {columns.map(({ title, term, isText }, index) => (
            <th
              key={title}
              scope="col"
              className={cn(
                "py-1.5 font-medium",
                index > 0 && "pl-4",
                isText !== true && index > 0 && "text-right",
              )}
            >
              {term === undefined ? title : <Term id={term}>{title}</Term>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={fold("max-md:block max-md:border-t max-md:border-rule")}>
        {rows.map((row) => (
          <tr
            key={getKey(row)}
            className={cn(
              "h-7 border-b border-rule",
              hasRowLinks && linkedRowClasses,
              fold(
                "max-md:flex max-md:h-auto max-md:flex-wrap max-md:items-baseline max-md:gap-x-4 max-md:py-1.5",
              ),
            )}
          >
            {columns.map(({ title, isText, isPlain, render }, index) => {
              const content = render(row);
              return index === 0 ? (
                <th key={title} scope="row" className={cn("pr-2 font-normal", fold("max-md:w-full"))}>
                  {content}
                </th>
              ) : (
                <td
                  key={title}
                  className={cn(
                    "pl-4 whitespace-nowrap",
                    isText !== true && "text-right",
                    fold("max-md:pl-0 max-md:text-left max-md:whitespace-normal"),
                  )}
                >
                  {isListOnPhones && isPlain !== true && content !== "" && (
                    <span className="mr-1 text-xs text-ink-3 md:hidden">{title}</span>
                  )}
                  {content}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
