import { formatDateTime } from "@/lib/format/time";
import { pointsOf, type Pair } from "./pair";

interface PairTableProps {
  readonly pair: Pair;
  readonly height: number;
}

/** The pairs that are drawn, newest first. */
export function PairTable({ pair, height }: PairTableProps) {
  const { x, y } = pair;
  return (
    <div
      className="overflow-auto"
      style={{ height }}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
      tabIndex={0}
      role="region"
      aria-label="Pairs, table"
    >
      <table className="w-full text-xs">
        <caption className="sr-only">
          {y.name} and {x.name} at the same times
        </caption>
        <thead className="sticky top-0 bg-well text-left text-2xs">
          <tr>
            <th className="px-2 py-1 font-medium">Time, UTC</th>
            {[x, y].map(({ name }, index) => (
              <th key={index === 0 ? "x" : "y"} className="px-2 py-1 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="tnum">
          {pointsOf(pair)
            .toReversed()
            .map((point) => (
              <tr key={point.timeMs} className="border-t border-rule">
                <td className="px-2 py-0.5 whitespace-nowrap">{formatDateTime(point.timeMs, "UTC")}</td>
                <td className="px-2 py-0.5 text-right">{x.text(point.x)}</td>
                <td className="px-2 py-0.5 text-right">{y.text(point.y)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
