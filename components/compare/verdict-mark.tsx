import type { ComparedRowEntry } from "@/lib/contracts/comparisons";
import { verdictTitles } from "@/lib/sentences/comparisons/statistic-text";
import { ShapeMark, type StatusShape } from "@/components/shared/status-mark";
import { cn } from "@/components/ui/cn";

type Verdict = ComparedRowEntry["verdict"];

const shapes: Readonly<Record<Verdict, StatusShape>> = {
  worse: "over",
  better: "ok",
  same: "idle",
  different: "unusual",
  "cannot-tell": "unknown",
};

const colours: Readonly<Record<Verdict, string>> = {
  worse: "text-bad",
  better: "text-ok",
  same: "text-ink-2",
  different: "text-warn",
  "cannot-tell": "text-ink-2",
};

interface VerdictMarkProps {
  readonly verdict: Verdict;
  readonly className?: string;
}

/** Verdict as a word with a shape. */
export function VerdictMark({ verdict, className }: VerdictMarkProps) {
  return (
    <span
      className={cn(
        "inline-flex items-center gap-2 font-medium whitespace-nowrap",
        colours[verdict],
        className,
      )}
    >
      <ShapeMark shape={shapes[verdict]} />
      {verdictTitles[verdict]}
    </span>
  );
}
