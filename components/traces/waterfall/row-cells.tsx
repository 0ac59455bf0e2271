/**
 * Cells of one waterfall row, for the interactive tree and for the first view. About forty rows change per frame
 * while the user scrolls 50,000 spans. A row is therefore one component, its parts are plain functions, and class
 * names are joined once.
 */
import { ArrowLeftRight, ChevronRight } from "lucide-react";
import type { SpanColumns, TraceView } from "@/lib/client/trace-view";
import { formatCount } from "@/lib/format/number";
import { formatNanoseconds } from "@/lib/format/time";
import { errorFlagBit, missingFlagBit } from "@/lib/model/traces/drawn-span";
import type { PhaseId } from "@/lib/model/traces/phase";
import { cn } from "@/components/ui/cn";
import { ShapeMark } from "@/components/shared/status-mark";
import { phaseColour } from "../phase-style";
import { lowerCasePhaseTitle } from "@/lib/format/phase";
import { hatched } from "./paint/hatched";
import { findGapPhase } from "./gap-phase";
import { toGapIndex, isParent } from "./visible-rows";
import { gapText, formatInUnit, type ColumnUnit } from "./waterfall-text";

/**
 * CSS classes of the columns of a timeline row. The bars have at least half of the width, except on phones, where
 * operation names need more space.
 */
export const waterfallColumns = cn(
  "grid grid-cols-[minmax(0,69%)_minmax(0,1fr)] md:grid-cols-[minmax(0,46%)_minmax(0,1fr)]",
  "lg:grid-cols-[minmax(150px,36%)_60px_60px_minmax(50%,1fr)]",
);

const rowBase = cn(waterfallColumns, "absolute inset-x-0 cursor-default items-center text-xs");
const rowClassNames = {
  plain: cn(rowBase, "hover:bg-hover"),
  selected: cn(rowBase, "bg-accent-wash"),
} as const;

/** Returns the class names of a row, in the interactive tree and in the first rows that precede it. */
export function rowClasses(isSelected: boolean): string {
  return isSelected ? rowClassNames.selected : rowClassNames.plain;
}

/** CSS shadow that marks the selected row. */
export const selectedRowShadow = "inset 2px 0 0 var(--accent)";

/** Spans and gaps that a timeline row needs. */
export type RowTrace = Pick<TraceView, "spans" | "gaps">;

/** Span of a timeline row and its depth. A gap is one level deeper than its span. */
export interface RowPosition {
  readonly row: number;
  readonly isGap: boolean;
  readonly depth: number;
}

/** Properties of the cells of a timeline row. */
export interface RowCellsProps {
  readonly trace: RowTrace;
  /** Index of a span, or code of a gap. */
  readonly rowCode: number;
  readonly unit: ColumnUnit;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly isMatch: boolean;
  /** "gridcell" in the interactive tree, where parents have a toggle button. */
  readonly role: "gridcell" | "cell";
  readonly onToggle?: (row: number) => void;
  /** Content of the bar cell. Undefined if a canvas paints the bar. */
  readonly bar?: React.ReactNode;
}

/** Renders the cells of a row at a position returned by `getRowPosition`. */
export function renderRowCells(props: RowCellsProps, position: RowPosition) {
  const { trace, rowCode, role, bar } = props;
  const { row, isGap, depth } = position;
  return (
    <>
      <span
        role={role}
        className="relative flex h-full min-w-0 items-center gap-1.5 pr-2"
        style={createIndentStyle(depth)}
      >
        {isGap ? gapName(findGapPhase(trace, toGapIndex(rowCode))) : spanName(props, row)}
      </span>
      {renderNumbers(props, position)}
      <span role={role} aria-label={barText(trace, rowCode)} className="h-full">
        {bar}
      </span>
    </>
  );
}

/** Returns the span and the depth of a row. */
export function getRowPosition({ spans, gaps }: RowTrace, rowCode: number): RowPosition {
  const isGap = rowCode < 0;
  const row = isGap ? (gaps.row[toGapIndex(rowCode)] ?? 0) : rowCode;
  return { row, isGap, depth: (spans.depth[row] ?? 0) + (isGap ? 1 : 0) };
}

const [step, deepest] = [12, 20];
const guides = "repeating-linear-gradient(to right, transparent 0 11px, var(--rule) 11px 12px)";

/** Draws a guide line per level. The indentation is limited, so that the name has enough space. */
function createIndentStyle(depth: number): React.CSSProperties {
  const levels = Math.min(depth, deepest);
  return {
    paddingLeft: 4 + levels * step,
    backgroundImage: guides,
    backgroundSize: `${levels * step}px 100%`,
    backgroundRepeat: "no-repeat",
  };
}

function gapName(phase: PhaseId | null) {
  return (
    <>
      <span className="size-4 shrink-0" />
      <span
        aria-hidden
        className="size-2.5 shrink-0 rounded-[2px]"
        style={phase === null ? hatched : { background: phaseColour(phase) }}
      />
      <span className="truncate text-ink-2 italic">
        {phase === null ? "gap" : `${lowerCasePhaseTitle(phase)} gap`}
      </span>
    </>
  );
}

const nameClasses = (isSelected: boolean, isMissing: boolean, isMatch: boolean): string =>
  cn(
    "truncate",
    isSelected && "font-semibold",
    isMissing && "text-ink-3 italic",
    isMatch && "underline decoration-accent decoration-2 underline-offset-3",
  );
const defaultNameClasses = nameClasses(false, false, false);
// Rows without children use a margin in place of the toggle button, which saves an element in most rows.
const tickBase = "h-3 w-[3px] shrink-0 rounded-[1px]";
const tickClasses = { parent: tickBase, leaf: cn(tickBase, "ml-[22px]") } as const;
// The operation is cut off only after its service has no space left.
const serviceBase = "min-w-0 shrink-[9999] truncate text-2xs max-md:hidden";
const serviceClasses = {
  plain: cn(serviceBase, "text-ink-3"),
  selected: cn(serviceBase, "text-ink-2"),
} as const;

function spanName({ trace, isOpen, isSelected, isMatch, onToggle }: RowCellsProps, row: number) {
  const { spans } = trace;
  const flags = spans.flags[row] ?? 0;
  const isMissing = (flags & missingFlagBit) !== 0;
  const name = spans.names[spans.nameIndex[row] ?? -1] ?? "";
  const sideLabel = isMissing ? spans.findSpanId(row) : serviceWhereItChanges(spans, row);
  const isOpenable = isParent(spans, row);
  return (
    <>
      {isOpenable && renderOpener(isOpen, onToggle === undefined ? undefined : () => onToggle(row))}
      <span
        aria-hidden
        className={isOpenable ? tickClasses.parent : tickClasses.leaf}
        style={{ background: getServiceColour(spans, row) }}
      />
      <span
        title={sideLabel === "" ? name : `${name} · ${sideLabel}`}
        className={
          isSelected || isMissing || isMatch
            ? nameClasses(isSelected, isMissing, isMatch)
            : defaultNameClasses
        }
      >
        {name}
      </span>
      {sideLabel !== "" && (
        <span className={isSelected ? serviceClasses.selected : serviceClasses.plain}>{sideLabel}</span>
      )}
      {spanMarkers(spans, row, flags)}
    </>
  );
}

const openerClasses = "relative flex size-4 shrink-0 items-center justify-center text-ink-3";

// React skips elements that are identical to the previous ones.
const openIcon = <ChevronRight aria-hidden className="size-3 rotate-90" />;
const closedIcon = <ChevronRight aria-hidden className="size-3" />;

function renderOpener(isOpen: boolean, onToggle: (() => void) | undefined) {
  const icon = isOpen ? openIcon : closedIcon;
  if (onToggle === undefined) return <span className={openerClasses}>{icon}</span>;
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={isOpen ? "Collapse" : "Expand"}
      className={openerClasses}
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
    >
      {icon}
    </button>
  );
}

function spanMarkers(spans: SpanColumns, row: number, flags: number) {
  if (flags === 0 && spans.clockShiftNs.size + spans.omittedSpanCounts.size === 0) return null;
  const [clockOffsetNs, excludedCount] = [spans.clockShiftNs.get(row), spans.omittedSpanCounts.get(row)];
  return (
    <>
      {(flags & errorFlagBit) !== 0 && (
        <span className="flex shrink-0 items-center gap-1 text-2xs text-bad">
          <ShapeMark shape="failed" className="size-2.5" />
          <span className="sr-only md:not-sr-only">error</span>
        </span>
      )}
      {(flags & ~(errorFlagBit | missingFlagBit)) !== 0 && clockOffsetNs === undefined && (
        <ShapeMark shape="unusual" className="size-2.5" />
      )}
      {clockOffsetNs !== undefined && (
        <span className="tnum flex shrink-0 items-center gap-0.5 text-2xs whitespace-nowrap text-warn">
          <ArrowLeftRight aria-label="clock differs by" className="size-3" />
          {clockOffsetNs > 0 ? "+" : "−"}
          {formatNanoseconds(Math.abs(clockOffsetNs))}
        </span>
      )}
      {excludedCount !== undefined && (
        <span className="shrink-0 text-2xs whitespace-nowrap text-ink-3">
          {formatCount(excludedCount)} not shown
        </span>
      )}
    </>
  );
}

/** Returns the colour of a row's service. The first identity colour is skipped because a phase uses it. */
export function getServiceColour(spans: SpanColumns, row: number): string {
  const service = spans.serviceIndex[row] ?? -1;
  return service < 0 ? "var(--rule-strong)" : `var(--id-${(service % 7) + 2})`;
}

/**
 * Returns the service name only for the span with which a call enters the service. The colour identifies it for the
 * spans below.
 */
function serviceWhereItChanges(spans: SpanColumns, row: number): string {
  const [service, above] = [spans.serviceIndex[row] ?? -1, spans.parentRow[row] ?? -1];
  return above !== -1 && spans.serviceIndex[above] === service ? "" : (spans.services[service] ?? "");
}

function renderNumbers({ trace, rowCode, unit, role }: RowCellsProps, { row, isGap }: RowPosition) {
  const { spans, gaps } = trace;
  const isMissing = !isGap && ((spans.flags[row] ?? 0) & missingFlagBit) !== 0;
  const gap = toGapIndex(rowCode);
  const totalNs = isGap ? (gaps.toNs[gap] ?? 0) - (gaps.fromNs[gap] ?? 0) : (spans.durationNs[row] ?? 0);
  return (
    <>
      <span role={role} className="tnum hidden text-right text-ink-2 lg:block">
        {isMissing ? "" : formatInUnit(totalNs, unit)}
      </span>
      <span role={role} className="tnum hidden pr-2 text-right lg:block">
        {isMissing || isGap ? "" : formatInUnit(spans.selfNs[row] ?? 0, unit)}
      </span>
    </>
  );
}

function barText(trace: RowTrace, code: number): string {
  const { spans } = trace;
  if (code < 0) return gapText(trace, toGapIndex(code));
  if (((spans.flags[code] ?? 0) & missingFlagBit) !== 0) return "missing";
  const critical = spans.criticalNs[code] ?? 0;
  const path = critical > 0 ? `, ${formatNanoseconds(critical)} on the critical path` : "";
  return `starts at ${formatNanoseconds(spans.startNs[code] ?? 0)}, takes ${formatNanoseconds(spans.durationNs[code] ?? 0)}${path}`;
}
