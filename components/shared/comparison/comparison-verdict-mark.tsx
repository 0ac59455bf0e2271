import type { comparisonVerdicts } from "@/lib/model/comparison/verdicts";
import { ShapeMark, type StatusShape } from "@/components/shared/status-mark";
import { cn } from "@/components/ui/cn";

type Verdict = (typeof comparisonVerdicts)[number];

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

interface ComparisonVerdictMarkProps {
  readonly verdict: Verdict;
  /** The verdict as a word. */
  readonly title: string;
  readonly className?: string | undefined;
}

/** Verdict of a comparison as a word with a shape. */
export function ComparisonVerdictMark({ verdict, title, className }: ComparisonVerdictMarkProps) {
  return (
    <span
      className={cn(
        "inline-flex items-center gap-2 font-medium whitespace-nowrap",
        colours[verdict],
        className,
      )}
    >
      <ShapeMark shape={shapes[verdict]} />
      {title}
    </span>
  );
}
