import type { Answer } from "@/lib/model/answer";
import { signalDefinition } from "@/lib/model/signals";
import { PopoverTitle } from "@/components/ui/popover";

const combinations = {
  "merge-buckets": "Buckets of all instances are added up before a percentile is taken.",
  sum: "Instances are added up.",
  max: "Of several instances the largest is shown.",
  min: "Of several instances the smallest is shown.",
  mean: "Instances are averaged.",
} as const;

/** What a panel's numbers mean: in words, how instances become one, what zero means. */
export function Definition({ answer }: { readonly answer: Answer }) {
  const signals = [...new Set(answer.series.map((series) => series.signal))].map(signalDefinition);
  return (
    <div className="flex flex-col gap-3">
      <PopoverTitle className="font-semibold">What it means</PopoverTitle>
      {signals.map((signal) => (
        <dl key={signal.id} className="text-xs">
          <dt className="font-medium">{signal.title}</dt>
          <dd className="text-ink-2">
            {signal.meaning} {combinations[signal.combine]} Zero means: {signal.zeroMeans}. Shown in{" "}
            {signal.displayUnit}. Layer: {signal.layer}.
          </dd>
        </dl>
      ))}
    </div>
  );
}
