import { formatValue } from "@/lib/format/number";
import type { LinesFigure } from "@/lib/model/investigation/reports/report";
import { cn } from "@/components/ui/cn";
import { layOutLines, linesFrames, type LinesFrame, type LinesGeometry } from "./lines-geometry";

/** Dash patterns and colours of lines. The patterns distinguish the lines in grey. */
const lineStyles = [
  { dash: undefined, colour: "var(--id-1)" },
  { dash: "7 3", colour: "var(--id-2)" },
  { dash: "2 3", colour: "var(--id-3)" },
  { dash: "9 3 2 3", colour: "var(--id-4)" },
  { dash: "4 2", colour: "var(--id-5)" },
  { dash: "1 4", colour: "var(--id-7)" },
] as const;

interface LinesChartProps {
  readonly figure: LinesFigure;
  readonly timeZone: string;
  /** Text alternative of the chart, for screen readers. */
  readonly label: string;
}

/**
 * Draws time series without JavaScript in the browser. Lines have different dash patterns, so that they
 * differ in grey print.
 */
export function LinesChart(props: LinesChartProps) {
  const geometry = layOutLines(props.figure, props.timeZone);
  if (geometry === null) return <p className="text-ink-2">The series has no values in the window.</p>;
  return (
    <>
      <Drawing {...props} frame={linesFrames.wide} className="hidden max-w-[720px] sm:block" />
      <Drawing {...props} frame={linesFrames.narrow} className="sm:hidden" />
      <Legend names={geometry.lines.map(({ name }) => name)} />
    </>
  );
}

interface DrawingProps extends LinesChartProps {
  readonly frame: LinesFrame;
  readonly className: string;
}

function Drawing({ figure, timeZone, label, frame, className }: DrawingProps) {
  const geometry = layOutLines(figure, timeZone, frame);
  if (geometry === null) return null;
  const unitName = formatValue(0, figure.unit, figure.displayUnit).unit;
  return (
    <svg
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      role="img"
      aria-label={label}
      className={cn("w-full", className)}
    >
      <Axes geometry={geometry} frame={frame} unitName={unitName} />
      {geometry.lines.map(({ name, path, points }, index) => (
        <g key={name} stroke={styleOf(index).colour} strokeWidth="1.6" fill="none">
          <path d={path} strokeDasharray={styleOf(index).dash} strokeLinejoin="round" />
          {points.map(({ x, y }) => (
            <circle key={x} cx={x} cy={y} r="1.6" />
          ))}
        </g>
      ))}
    </svg>
  );
}

function Legend({ names }: { readonly names: readonly string[] }) {
  return (
    <ul aria-label="Lines of the chart" className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {names.map((name, index) => (
        <li key={name} className="flex items-center gap-1.5 wrap-anywhere">
          <svg viewBox="0 0 28 8" aria-hidden className="h-2 w-7 shrink-0">
            <path
              d="M0 4H28"
              stroke={styleOf(index).colour}
              strokeWidth="1.6"
              strokeDasharray={styleOf(index).dash}
            />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

function styleOf(index: number): (typeof lineStyles)[number] {
  return lineStyles[index % lineStyles.length] ?? lineStyles[0];
}

interface AxesProps {
  readonly geometry: LinesGeometry;
  readonly frame: LinesFrame;
  readonly unitName: string;
}

function Axes({ geometry, frame: { left, right, bottom }, unitName }: AxesProps) {
  return (
    <g fontSize="11" fill="var(--ink-2)" stroke="none">
      {geometry.yTicks.map(({ position, text }, index) => (
        <g key={text}>
          <path d={`M${left} ${position}H${right}`} stroke="var(--rule)" strokeWidth="1" />
          <text x={left - 6} y={position + 4} textAnchor="end">
            {index === geometry.yTicks.length - 1 ? `${text} ${unitName}` : text}
          </text>
        </g>
      ))}
      {geometry.xTicks.map(({ position, text }, index) => (
        <text
          key={position}
          x={position}
          y={bottom + 18}
          textAnchor={anchorOf(index, geometry.xTicks.length)}
        >
          {text}
        </text>
      ))}
    </g>
  );
}

/** The first and the last label stay within the drawing. */
function anchorOf(index: number, count: number): "start" | "middle" | "end" {
  if (index === 0) return "start";
  return index === count - 1 ? "end" : "middle";
}
