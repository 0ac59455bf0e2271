import type { TraceResponse } from "@/lib/contracts/traces/traces";
import { formatNanoseconds } from "@/lib/format/time";
import { countWithNoun, singularOrPlural } from "@/lib/format/agreement";
import { Button } from "@/components/ui/button";
import { ShapeMark } from "@/components/shared/status-mark";

type Clock = TraceResponse["clock"];

interface ClockChoiceProps {
  readonly clock: Clock;
  /** Null for a stored trace, which has the times of one mode. */
  readonly onChoose: ((mode: Clock["mode"]) => void) | null;
}

/** Switches between reported times and times corrected for clock skew. Hidden if all clocks agree. */
export function ClockChoice({ clock, onChoose }: ClockChoiceProps) {
  if (clock.correctedSpanCount === 0 && clock.rejectedCallCount === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 pb-3 text-xs text-ink-2">
      <ShapeMark shape="unusual" className="size-2.5" />
      {clock.correctedSpanCount > 0 && onChoose !== null && (
        <div role="group" aria-label="Clock skew" className="flex items-center gap-1">
          Clock skew
          <Choice mode="raw" clock={clock} onChoose={onChoose} text="Raw" />
          <Choice
            mode="corrected"
            clock={clock}
            onChoose={onChoose}
            text={`Corrected by up to ${formatNanoseconds(clock.largestOffsetNs)}`}
          />
        </div>
      )}
      <p className="max-w-[760px]">{clockSkewText(clock)}</p>
    </div>
  );
}

interface ChoiceProps {
  readonly clock: Clock;
  readonly onChoose: (mode: Clock["mode"]) => void;
  readonly mode: Clock["mode"];
  readonly text: string;
}

function Choice({ mode, clock, onChoose, text }: ChoiceProps) {
  const isChosen = clock.mode === mode;
  return (
    <Button
      size="sm"
      variant={isChosen ? "selected" : "ghost"}
      aria-pressed={isChosen}
      onClick={() => onChoose(mode)}
    >
      {text}
    </Button>
  );
}

/** Describes the clock skew that was found and how it was corrected. */
function clockSkewText({ mode, correctedSpanCount, rejectedCallCount }: Clock): string {
  const spans = countWithNoun(correctedSpanCount, "span");
  const refusedText =
    rejectedCallCount === 0
      ? ""
      : ` ${countWithNoun(rejectedCallCount, "call is", "calls are")} not corrected, because the difference is larger than clock skew usually is.`;
  if (correctedSpanCount === 0) return refusedText.trim();
  return mode === "raw"
    ? `The clocks of the hosts seem to differ: ${spans} started before or ended after the calling span. Times are shown as reported.${refusedText}`
    : `${spans} ${singularOrPlural(correctedSpanCount, "was", "were")} shifted so that each call to another host is centred in its calling span.${refusedText}`;
}
