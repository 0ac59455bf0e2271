import { formatCount, formatWithUnit } from "@/lib/format/number";
import type { ReadonlyDeep } from "@/lib/base/readonly-deep";
import type { ValidatedSignal } from "@/lib/model/investigation/validation";
import {
  relativeChangeText,
  relativeIntervalText,
  verdictTitles,
} from "@/lib/sentences/comparisons/statistic-text";
import { ComparisonVerdictMark } from "@/components/shared/comparison/comparison-verdict-mark";
import { ScrollRegion } from "@/components/shared/figure";

type Row = ReadonlyDeep<ValidatedSignal>;
const titles = ["Signal", "Before", "After", "Change", "Interval", "Verdict"] as const;

/** Each signal before and after the fix, with its n, the interval of the change, and the reason without a verdict. */
export function ValidatedSignalTable({
  signals,
  name,
}: {
  readonly signals: readonly Row[];
  readonly name: string;
}) {
  return (
    <ScrollRegion name={`Signals of ${name}`}>
      <table className="tnum w-full mt-2 min-w-[560px] text-left text-xs">
        <thead className="text-2xs text-ink-2">
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col" className="pr-3 font-normal">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {signals.map((row) => (
            <SignalRow key={`${row.signal} ${row.statistic}`} row={row} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function SignalRow({ row }: { readonly row: Row }) {
  const { title, isGoal, before, after, change, verdict, reason } = row;
  return (
    <tr className="border-t border-rule align-top">
      <th scope="row" className="py-1 pr-3 font-normal">
        {title} {isGoal && <span className="text-ink-2">goal</span>}
      </th>
      <Estimate estimate={before} row={row} />
      <Estimate estimate={after} row={row} />
      <td className="py-1 pr-3">{change === null ? "–" : relativeChangeText({ change: change.value })}</td>
      <td className="py-1 pr-3">{change === null ? "–" : relativeIntervalText(change)}</td>
      <td className="py-1">
        <ComparisonVerdictMark verdict={verdict} title={verdictTitles[verdict]} />
        {reason !== null && <span className="block max-w-[320px] text-2xs text-ink-2">{reason}</span>}
      </td>
    </tr>
  );
}

function Estimate({ estimate, row }: { readonly estimate: Row["before"]; readonly row: Row }) {
  return (
    <td className="py-1 pr-3">
      {estimate === null ? (
        "–"
      ) : (
        <>
          {formatWithUnit(estimate.value, row.unit, row.displayUnit)}
          <span className="block text-2xs text-ink-2">n = {formatCount(estimate.n)}</span>
        </>
      )}
    </td>
  );
}
