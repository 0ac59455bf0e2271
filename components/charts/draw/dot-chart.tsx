"use client";

import { useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from "react";
import { timeTickText } from "@/components/charts/prepare/axes";
import { dotAt, placeDots, type Dot, type DotBox, type PlacedDots } from "@/components/charts/prepare/dots";
import { useTimeZone } from "@/components/shared/use-time-zone";
import { useWidth } from "./use-width";
import { WalkedPlace } from "./walked-place";

interface DotChartProps {
  /** The sentence a screen reader tells. */
  readonly summary: string;
  /** Oldest first. */
  readonly dots: readonly Dot[];
  readonly window: { readonly startMs: number; readonly endMs: number };
  readonly unit: string;
  readonly height: number;
  /** One dot in words, for the tooltip. */
  readonly textOf: (index: number) => string;
  readonly onOpen: (index: number) => void;
}

const around = { left: 44, right: 12, top: 12, bottom: 20 } as const;

/** Things in time, each a dot as high as it is large; marked ones are crosses. A click or Enter opens the one that is meant. */
export function DotChart({ summary, dots, window, unit, height, textOf, onOpen }: DotChartProps) {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const [active, setActive] = useState<number | null>(null);
  const box: DotBox = useMemo(() => ({ width, height, ...around }), [width, height]);
  const placed = useMemo(() => placeDots(dots, window, box), [dots, window, box]);
  const meant = active !== null && active < dots.length ? active : null;
  const point = (event: PointerEvent<HTMLElement>): void => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    setActive(dotAt(placed, { x: event.clientX - left, y: event.clientY - top }));
  };
  const walk = (event: KeyboardEvent<HTMLElement>): void => {
    const next = stepped(event.key, meant, dots.length);
    if (event.key === "Enter" && meant !== null) onOpen(meant);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
  };
  return (
    <div className="relative">
      <WalkedPlace
        ref={place}
        label={`${summary} Arrow keys walk through them, Enter opens one.`}
        height={height}
        className={meant === null ? "w-full" : "w-full cursor-pointer"}
        onPointerMove={point}
        onPointerLeave={() => setActive(null)}
        onClick={() => meant !== null && onOpen(meant)}
        onKeyDown={walk}
      >
        {width > 0 && <Drawing placed={placed} box={box} window={window} unit={unit} meant={meant} />}
      </WalkedPlace>
      <Told placed={placed} box={box} meant={meant} textOf={textOf} />
    </div>
  );
}

/** Undefined for a key that does not walk. */
function stepped(key: string, from: number | null, count: number): number | null | undefined {
  if (key === "Escape") return null;
  if (count === 0) return undefined;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  if (key === "ArrowRight") return from === null ? 0 : Math.min(count - 1, from + 1);
  if (key === "ArrowLeft") return from === null ? count - 1 : Math.max(0, from - 1);
  return undefined;
}

interface DrawingProps {
  readonly placed: PlacedDots;
  readonly box: DotBox;
  readonly window: DotChartProps["window"];
  readonly unit: string;
  readonly meant: number | null;
}

function Drawing({ placed, box, window, unit, meant }: DrawingProps) {
  const timeZone = useTimeZone();
  const span = (window.endMs - window.startMs) / 1_000;
  const [floor, right] = [box.height - box.bottom, box.width - box.right];
  const top = placed.valueTicks.at(-1)?.value;
  return (
    <svg aria-hidden width={box.width} height={box.height} className="block text-2xs">
      {placed.valueTicks.map(({ at, value, text }) => (
        <g key={value}>
          <path d={`M${box.left} ${at}H${right}`} stroke="var(--rule)" />
          <text x={box.left - 6} y={at + 4} textAnchor="end" fill="var(--ink-3)">
            {value === top ? `${text} ${unit}` : text}
          </text>
        </g>
      ))}
      <path d={`M${box.left} ${floor}H${right}`} stroke="var(--rule-strong)" />
      {placed.timeTicks.map(({ at, value }) => (
        <text key={value} x={at} y={box.height - 5} textAnchor="middle" fill="var(--ink-3)">
          {timeTickText(value / 1_000, span, timeZone)}
        </text>
      ))}
      <path d={placed.plain} stroke="var(--id-1)" strokeOpacity={0.6} strokeWidth={5} strokeLinecap="round" />
      <path d={placed.marked} stroke="var(--bad)" strokeWidth={1.75} fill="none" />
      {meant !== null && (
        <circle
          cx={placed.xs[meant]}
          cy={placed.ys[meant]}
          r={6}
          fill="none"
          stroke="var(--accent)"
          strokeWidth={1.5}
        />
      )}
    </svg>
  );
}

interface ToldProps extends Pick<DrawingProps, "placed" | "box" | "meant"> {
  readonly textOf: (index: number) => string;
}

function Told({ placed, box, meant, textOf }: ToldProps) {
  const x = meant === null ? 0 : (placed.xs[meant] ?? 0);
  const isRight = x > box.width / 2;
  return (
    <div
      aria-live="polite"
      className="tnum pointer-events-none absolute top-0 z-10 max-w-72 rounded bg-sheet px-2.5 py-1.5 text-xs shadow-overlay empty:hidden"
      style={isRight ? { right: box.width - x + 12 } : { left: x + 12 }}
    >
      {meant === null ? null : textOf(meant)}
    </div>
  );
}
