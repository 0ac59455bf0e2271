import type { ComparedRowEntry } from "@/lib/contracts/comparisons";
import { capitalise, cannotTellText } from "@/lib/sentences/comparisons/reason-text";
import { nameStatistic } from "@/lib/sentences/comparisons/statistic-text";

/**
 * Lists for each statistic without a verdict which data would give one. Renders nothing if all have a
 * verdict.
 */
export function UndecidedList({ rows }: { readonly rows: readonly ComparedRowEntry[] }) {
  const undecided = rows.flatMap((row) => {
    const text = cannotTellText(row);
    return text === null ? [] : [{ name: nameStatistic(row), text }];
  });
  if (undecided.length === 0) return null;
  return (
    <section aria-label="Undecided signals" className="border-t border-rule pt-3 pb-4">
      <h2 className="font-semibold">Needed for a verdict on the undecided signals</h2>
      <dl className="grid max-w-[1040px] gap-x-6 gap-y-1 pt-2 md:grid-cols-[10rem_minmax(0,1fr)]">
        {undecided.map(({ name, text }) => (
          <div key={name} className="contents">
            <dt className="font-medium">{capitalise(name)}</dt>
            <dd className="text-ink-2">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
