import type { StepRecordEntry } from "@/lib/contracts/investigations/progress";
import { getStep } from "@/lib/investigations/steps/steps";
import { stepNumber, type StepId } from "@/lib/model/investigation/step-ids";

interface StepRingProps {
  readonly steps: readonly StepRecordEntry[];
  readonly position: StepId;
  readonly round: number;
}

const centre = { x: 88, y: 78 } as const;
const radius = 52;
const gapDegrees = 7;

/** The seven steps as a ring that marks done, skipped and open steps, and the current step. */
export function StepRing({ steps, position, round }: StepRingProps) {
  const number = stepNumber(position);
  return (
    <svg
      role="img"
      aria-label={`Step ${number} of ${steps.length}, ${getStep(position).title}, round ${round}`}
      viewBox="0 0 176 156"
      className="mx-auto block h-[156px] w-[176px]"
    >
      {steps.map(({ step, state }, index) => {
        const isPosition = step === position;
        const label = pointAt((index + 0.5) / steps.length, radius + 17);
        return (
          <g key={step}>
            <path
              d={arcOf(index, steps.length)}
              fill="none"
              className={
                isPosition ? "stroke-accent" : state === "open" ? "stroke-rule-strong" : "stroke-ink-2"
              }
              strokeWidth={isPosition ? 9 : 5}
              strokeDasharray={state === "skipped" ? "3 3" : undefined}
            />
            <text
              x={label.x}
              y={label.y + 4}
              textAnchor="middle"
              className={isPosition ? "fill-accent text-2xs font-semibold" : "fill-ink-2 text-2xs"}
            >
              {index + 1}
            </text>
          </g>
        );
      })}
      <text x={centre.x} y={centre.y + 4} textAnchor="middle" className="fill-ink text-xl font-semibold">
        {number}
      </text>
      <text x={centre.x} y={centre.y + 20} textAnchor="middle" className="fill-ink-2 text-2xs">
        round {round}
      </text>
    </svg>
  );
}

/** Returns the point at a fraction of the turn, clockwise from the top. */
function pointAt(turn: number, distance: number): { readonly x: number; readonly y: number } {
  const angle = turn * 2 * Math.PI - Math.PI / 2;
  return {
    x: round2(centre.x + distance * Math.cos(angle)),
    y: round2(centre.y + distance * Math.sin(angle)),
  };
}

/** Server and browser may round trigonometric functions differently. */
const round2 = (value: number): number => Math.round(value * 100) / 100;

function arcOf(index: number, count: number): string {
  const gap = gapDegrees / 360 / 2;
  const start = pointAt(index / count + gap, radius);
  const end = pointAt((index + 1) / count - gap, radius);
  return `M${start.x} ${start.y}A${radius} ${radius} 0 0 1 ${end.x} ${end.y}`;
}
