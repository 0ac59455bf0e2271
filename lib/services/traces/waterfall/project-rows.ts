/**
 * Converts the rows of a trace to columns, with everything needed to draw them. Attributes and events are requested
 * per span. Runs in steps, because a trace may have 50,000 rows.
 */
import { isEndOfStep } from "@/lib/base/steps";
import { spanDisplayName, escapeHiddenCharacters } from "@/lib/base/safe-text";
import type { DrawnRows } from "@/lib/contracts/traces/traces";
import type { WaterfallRow } from "@/lib/analysis/traces/missing-parents";
import { packFlags, idSeparator, missingFlagBit } from "@/lib/model/traces/drawn-span";
import { phaseIds, type PhaseId } from "@/lib/model/traces/phase";
import type { Span } from "@/lib/model/traces/trace";

/** Rows to display, with the values for their columns. */
export interface ProjectedRows {
  readonly drawnRows: readonly WaterfallRow[];
  /** Indexes of the included rows in `drawn`, in order. */
  readonly includedRowIndexes: readonly number[];
  /** Position of each drawn row among the included rows; -1 for omitted rows. */
  readonly includedPositions: Int32Array;
  readonly omittedSpanCounts: Int32Array;
  /** Phase of a row by its index in the trace (`rowIndex`). */
  readonly findPhase: (rowIndex: number) => PhaseId | null;
  readonly findSelfNs: (rowIndex: number) => number;
  readonly clockOffsetsNs: ReadonlyMap<Span, number>;
}

type Columns = { -readonly [Key in keyof DrawnRows]: DrawnRows[Key] };

/** Converts rows to columns for the response, in steps. */
export function* projectRows(rows: ProjectedRows): Generator<void, DrawnRows> {
  const [names, services] = [textTable(), textTable()];
  const ids: string[] = [];
  const columns = createEmptyColumns(rows.includedRowIndexes.length);
  for (const [position, index] of rows.includedRowIndexes.entries()) {
    const row = rows.drawnRows[index];
    if (row === undefined) continue;
    if (isEndOfStep(position)) yield;
    const above = rows.drawnRows[row.parentIndex];
    columns.parentOffset.push(
      above === undefined ? 0 : position - (rows.includedPositions[row.parentIndex] ?? position),
    );
    const sinceNs = startOf(row) - (above === undefined ? 0 : startOf(above));
    const omitted = rows.omittedSpanCounts[index] ?? 0;
    if (omitted > 0) {
      columns.omittedBelow.row.push(position);
      columns.omittedBelow.spans.push(omitted);
    }
    if (row.kind === "missing-parent") {
      ids.push(row.spanId);
      columns.self.row.push(position);
      columns.self.ns.push(0);
      pushRow(columns, {
        sinceNs,
        durationNs: row.durationNs,
        name: names.of("missing parent"),
        service: -1,
        phase: -1,
        flags: missingFlagBit,
      });
      continue;
    }
    const { span, flags } = row.row;
    ids.push(span.spanId);
    const phase = rows.findPhase(row.rowIndex);
    const selfNs = rows.findSelfNs(row.rowIndex);
    if (selfNs !== Math.max(0, span.durationNs)) {
      columns.self.row.push(position);
      columns.self.ns.push(selfNs);
    }
    pushRow(columns, {
      sinceNs,
      durationNs: span.durationNs,
      name: names.of(spanDisplayName(span.operation)),
      service: services.of(escapeHiddenCharacters(span.service)),
      phase: phase === null ? -1 : phaseIds.indexOf(phase),
      flags: packFlags(flags, span.isError),
    });
    const offsetNs = rows.clockOffsetsNs.get(span) ?? 0;
    if (offsetNs === 0) continue;
    columns.clockOffsets.row.push(position);
    columns.clockOffsets.ns.push(offsetNs);
  }
  return { ...columns, ids: ids.join(idSeparator), names: names.values(), services: services.values() };
}

/** Creates columns for `count` rows. */
export function createEmptyColumns(count: number): Columns {
  return {
    count,
    ids: "",
    parentOffset: [],
    sinceParentNs: [],
    durationNs: [],
    self: { row: [], ns: [] },
    names: [],
    nameIndex: [],
    services: [],
    serviceIndex: [],
    phaseIndex: [],
    flags: [],
    clockOffsets: { row: [], ns: [] },
    omittedBelow: { row: [], spans: [] },
  };
}

interface RowNumbers {
  readonly sinceNs: number;
  readonly durationNs: number;
  readonly name: number;
  readonly service: number;
  readonly phase: number;
  readonly flags: number;
}

function startOf(row: WaterfallRow): number {
  return row.kind === "span" ? row.row.span.startNs : row.startNs;
}

function pushRow(columns: Columns, numbers: RowNumbers): void {
  columns.sinceParentNs.push(numbers.sinceNs);
  columns.durationNs.push(numbers.durationNs);
  columns.nameIndex.push(numbers.name);
  columns.serviceIndex.push(numbers.service);
  columns.phaseIndex.push(numbers.phase);
  columns.flags.push(numbers.flags);
}

/** Maximum length of an operation name in a row, which shows one line. Names can be arbitrarily long. */
const longestName = 500;

/** Returns a table that assigns a number to each distinct text. */
function textTable() {
  const numbers = new Map<string, number>();
  return {
    of: (text: string): number => {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      numbers.set(text, numbers.size);
      return numbers.size - 1;
    },
    values: (): string[] =>
      [...numbers.keys()].map((text) =>
        text.length > longestName ? `${text.slice(0, longestName)}…` : text,
      ),
  };
}
