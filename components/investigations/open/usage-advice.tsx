import { Button } from "@/components/ui/button";

const reasonsFor = [
  "Users report slow responses.",
  "Metrics show high latency or low throughput.",
  "CPU, GPU or memory usage is higher than expected.",
  "A deployment must meet a target.",
] as const;

const reasonsAgainst = [
  "The problem is a functional bug that does not affect speed.",
  "The feature is a prototype whose speed does not matter yet.",
  "The cause is a dependency that your organisation does not control.",
  "The deployment meets all targets.",
] as const;

interface UsageAdviceProps {
  readonly onContinue: () => void;
  readonly onCancel: () => void;
}

/** Shows when an investigation suits a problem, and when not. */
export function UsageAdvice({ onContinue, onCancel }: UsageAdviceProps) {
  return (
    <>
      <p>Does at least one reason in the first list apply, and none in the second?</p>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <ReasonList title="Open an investigation when" reasons={reasonsFor} />
        <ReasonList title="Do not open an investigation when" reasons={reasonsAgainst} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="selected" onClick={onContinue}>
          Yes, continue
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </>
  );
}

interface ReasonListProps {
  readonly title: string;
  readonly reasons: readonly string[];
}

function ReasonList({ title, reasons }: ReasonListProps) {
  return (
    <section aria-label={title}>
      <h3 className="pb-1 text-xs font-semibold">{title}</h3>
      <ul className="list-disc pl-4 text-xs text-ink-2">
        {reasons.map((reason) => (
          <li key={reason} className="py-0.5">
            {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}
