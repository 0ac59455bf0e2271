import type { TraceResponse } from "@/lib/contracts/traces";
import { formatCount } from "@/lib/format/number";
import { formatNanoseconds } from "@/lib/format/time";
import { Button } from "@/components/ui/button";
import { ShapeMark } from "@/components/shared/status-mark";

type Clock = TraceResponse["clock"];

interface ClockChoiceProps {
  readonly clock: Clock;
  readonly onChoose: (mode: Clock["mode"]) => void;
}

/** Times as the hosts told them, or with their clocks made to agree. Absent where the clocks agree already. */
export function ClockChoice({ clock, onChoose }: ClockChoiceProps) {
  if (clock.movedSpans === 0 && clock.refused === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 pb-3 text-xs text-ink-2">
      <ShapeMark shape="unusual" className="size-2.5" />
      {clock.movedSpans > 0 && (
        <div role="group" aria-label="Clock skew" className="flex items-center gap-1">
          Clock skew
          <Choice mode="raw" clock={clock} onChoose={onChoose} text="Raw" />
          <Choice
            mode="corrected"
            clock={clock}
            onChoose={onChoose}
            text={`Corrected by up to ${formatNanoseconds(clock.largestNs)}`}
          />
        </div>
      )}
      <p className="max-w-[760px]">{skewWords(clock)}</p>
    </div>
  );
}

interface ChoiceProps extends ClockChoiceProps {
  readonly mode: Clock["mode"];
  readonly text: string;
}

function Choice({ mode, clock, onChoose, text }: ChoiceProps) {
  const isChosen = clock.mode === mode;
  return (
    <Button
      size="sm"
      look={isChosen ? "selected" : "ghost"}
      aria-pressed={isChosen}
      onClick={() => onChoose(mode)}
    >
      {text}
    </Button>
  );
}

/** What was found and what was or would be done about it. */
export function skewWords({ mode, movedSpans, refused }: Clock): string {
  const spans = `${formatCount(movedSpans)} ${movedSpans === 1 ? "span" : "spans"}`;
  const left =
    refused === 0
      ? ""
      : ` ${formatCount(refused)} ${refused === 1 ? "call differs" : "calls differ"} by more than clocks do and ${refused === 1 ? "is" : "are"} left as told.`;
  if (movedSpans === 0) return left.trim();
  return mode === "raw"
    ? `The clocks of its hosts seem to differ: ${spans} began before or ended after what called them. Times are as told.${left}`
    : `${spans} moved so that a call on another host lies in the middle of what called it.${left}`;
}
