/** Bars as HTML elements for the first view, before scripts run. They look like the bars of `paint-rows.ts`. */
import type { CSSProperties } from "react";
import type { FirstSpanRows } from "@/lib/contracts/traces/traces";
import { formatTickNs, formatNanoseconds } from "@/lib/format/time";
import { missingFlagBit } from "@/lib/model/traces/drawn-span";
import { phaseIds } from "@/lib/model/traces/phase";
import { cn } from "@/components/ui/cn";
import { phaseColour } from "../phase-style";
import { hatched } from "./paint/hatched";
import { waterfallColumns, type RowTrace } from "./row-cells";
import { findGapPhase } from "./gap-phase";
import { toGapIndex, isParent } from "./visible-rows";
import { rulerTicks, type TimeView } from "./time-view";
import { gapText } from "./waterfall-text";

type Extent = readonly [fromNs: number, toNs: number];

interface FirstBarProps {
  readonly trace: RowTrace;
  readonly selfParts: FirstSpanRows["selfParts"];
  readonly view: TimeView;
  readonly code: number;
}

/** Draws the bar of one row across its cell. */
export function FirstRowBar(props: FirstBarProps) {
  const { trace, code, view } = props;
  const { spans, gaps } = trace;
  const gap = toGapIndex(code);
  const fromNs = (code < 0 ? gaps.fromNs[gap] : spans.startNs[code]) ?? 0;
  const toNs = code < 0 ? (gaps.toNs[gap] ?? 0) : fromNs + Math.max(0, spans.durationNs[code] ?? 0);
  return (
    <span aria-hidden className="relative block h-full overflow-hidden">
      {fromNs > view.toNs || toNs < view.fromNs ? (
        <OutOfViewTime fromNs={fromNs} isLater={fromNs > view.toNs} />
      ) : code < 0 ? (
        <GapBar {...props} leftOffset={[fromNs, toNs]} />
      ) : (
        <SpanBar {...props} leftOffset={[fromNs, toNs]} />
      )}
    </span>
  );
}

const [tall, thin] = ["top-1.5 h-3", "top-2.5 h-1"];

function SpanBar({
  trace,
  selfParts,
  view,
  code,
  leftOffset,
}: FirstBarProps & { readonly leftOffset: Extent }) {
  const { spans, gaps } = trace;
  if (((spans.flags[code] ?? 0) & missingFlagBit) !== 0)
    return (
      <span
        className={cn("absolute border border-dashed border-ink-3", tall)}
        style={barStyle(view, leftOffset)}
      />
    );
  const phase = phaseIds[spans.phaseIndex[code] ?? -1] ?? null;
  const fill = phase === "unexplained" ? hatched : { background: phaseColour(phase) };
  const solid = (part: Extent, key: number) => (
    <span
      key={key}
      className={cn("absolute rounded-[2px]", tall)}
      style={{ ...barStyle(view, part), ...fill }}
    />
  );
  if (!isParent(spans, code)) return solid(leftOffset, 0);
  return (
    <>
      <span
        className={cn("absolute rounded-[2px] opacity-42", thin)}
        style={{ ...barStyle(view, leftOffset), ...fill }}
      />
      {selfParts.row.map((row, part) =>
        row === code ? solid([selfParts.fromNs[part] ?? 0, selfParts.toNs[part] ?? 0], part) : null,
      )}
      {gaps.row.map((row, gap) =>
        row === code && findGapPhase(trace, gap) === null ? (
          <span
            key={`gap ${gap}`}
            className={cn("absolute bg-paper", tall)}
            style={barStyle(view, [gaps.fromNs[gap] ?? 0, gaps.toNs[gap] ?? 0])}
          >
            <span className="block h-full" style={{ background: hatched.background }} />
          </span>
        ) : null,
      )}
    </>
  );
}

function GapBar({ trace, view, code, leftOffset }: FirstBarProps & { readonly leftOffset: Extent }) {
  const [left, right] = [shareOf(view, leftOffset[0]), shareOf(view, leftOffset[1])];
  const fitsAfterBar = right < 0.6;
  const phase = findGapPhase(trace, toGapIndex(code));
  return (
    <>
      <span
        className={cn("absolute", tall, phase !== null && "rounded-[2px]")}
        style={{
          ...barStyle(view, leftOffset),
          ...(phase === null ? hatched : { background: phaseColour(phase) }),
        }}
      />
      <span
        className="absolute top-0 px-2 text-2xs leading-6 whitespace-nowrap text-ink-2"
        style={fitsAfterBar ? { left: formatPercent(right) } : { right: formatPercent(1 - left) }}
      >
        {gapText(trace, toGapIndex(code))}
      </span>
    </>
  );
}

/** Shows the start time at the left or right edge if the row is outside the time range. */
function OutOfViewTime({ fromNs, isLater }: { readonly fromNs: number; readonly isLater: boolean }) {
  return (
    <span className={cn("absolute top-0 px-4 text-2xs leading-6 text-ink-3", isLater && "right-0")}>
      {formatNanoseconds(fromNs)}
    </span>
  );
}

interface FirstTimesProps {
  readonly view: TimeView;
  readonly firstTokenNs: number | null;
}

/** Draws grid lines at round times, and a dashed line at the first token. */
export function FirstRowsGrid({ view, firstTokenNs }: FirstTimesProps) {
  return (
    <div aria-hidden className={cn(waterfallColumns, "pointer-events-none absolute inset-0")}>
      <span />
      <span className="hidden lg:block" />
      <span className="hidden lg:block" />
      <span className="relative overflow-hidden">
        {rulerTicks(view, maxTicks).map((tick) => (
          <span
            key={tick}
            className="absolute inset-y-0 w-px bg-rule"
            style={{ left: leftOffset(view, tick) }}
          />
        ))}
        {firstTokenNs !== null && (
          <span
            className="absolute inset-y-0 border-l border-dashed border-ink-2"
            style={{ left: leftOffset(view, firstTokenNs) }}
          />
        )}
      </span>
    </div>
  );
}

const maxTicks = 6;
/** Shares of the width that a time label and the first token label take. */
const [labelShare, tokenShare] = [0.13, 0.26];

/** Shows the time labels above the bars, without overlaps. */
export function FirstRowsRuler({ view, firstTokenNs }: FirstTimesProps) {
  const token = firstTokenNs === null ? null : shareOf(view, firstTokenNs);
  const isTokenVisible = token !== null && token <= 1;
  const isFree = (x: number): boolean =>
    x < 1 - labelShare / 2 && (!isTokenVisible || x > token + labelShare / 2 || x < token - tokenShare);
  const stepNs = (view.toNs - view.fromNs) / maxTicks;
  return (
    <div className="tnum relative hidden h-5 md:block">
      {rulerTicks(view, maxTicks).map((tick) =>
        isFree(shareOf(view, tick)) ? (
          <span
            key={tick}
            className="absolute top-0.5 pl-1 whitespace-nowrap"
            style={{ left: leftOffset(view, tick) }}
          >
            {formatTickNs(tick, stepNs)}
          </span>
        ) : null,
      )}
      {isTokenVisible && firstTokenNs !== null && (
        <span
          className="absolute top-0.5 pr-1 font-semibold whitespace-nowrap text-ink"
          style={token > tokenShare ? { right: formatPercent(1 - token) } : { left: formatPercent(token) }}
        >
          first token {formatNanoseconds(firstTokenNs)}
        </span>
      )}
    </div>
  );
}

function shareOf({ fromNs, toNs }: TimeView, ns: number): number {
  return (ns - fromNs) / Math.max(Number.MIN_VALUE, toNs - fromNs);
}

function leftOffset(view: TimeView, ns: number): string {
  return formatPercent(shareOf(view, ns));
}

/** Clips the bar to the visible range, so that no element is thousands of screens wide. */
function barStyle(view: TimeView, [fromNs, toNs]: Extent): CSSProperties {
  const clip = (share: number): number => Math.min(1.01, Math.max(-0.01, share));
  const [left, right] = [clip(shareOf(view, fromNs)), clip(shareOf(view, toNs))];
  return { left: formatPercent(left), width: `max(1.5px, ${formatPercent(right - left)})` };
}

function formatPercent(share: number): string {
  return `${Number((share * 100).toFixed(3))}%`;
}
