import type { ComparedRowEntry } from "@/lib/contracts/comparisons";
import { verdictTitles } from "@/lib/sentences/comparisons/statistic-text";
import { ComparisonVerdictMark } from "@/components/shared/comparison/comparison-verdict-mark";

interface VerdictMarkProps {
  readonly verdict: ComparedRowEntry["verdict"];
  readonly className?: string;
}

/** Verdict as a word with a shape. */
export function VerdictMark({ verdict, className }: VerdictMarkProps) {
  return <ComparisonVerdictMark verdict={verdict} title={verdictTitles[verdict]} className={className} />;
}
