import type { TraceStudy } from "@/lib/contracts/trace-study";
import { formatCount, formatWithUnit } from "@/lib/format/number";
import { formatNanoseconds } from "@/lib/format/time";
import { growthText, growthTitle } from "./breakdown-words";
import { Figure, Rows, Scrolled } from "./figure";

type Growth = TraceStudy["growth"][number];

const sentence =
  "The line through all requests that tell both, and the median where lengths double from bar to bar. A line that explains little says that length is not the reason.";

/** How times grow with the lengths of prompt and answer. */
export function GrowthFigure({ growth }: Pick<TraceStudy, "growth">) {
  const table = (
    <Rows
      rows={growth.flatMap((one) => one.bins.map((bin) => ({ ...bin, title: growthTitle(one) })))}
      keyOf={({ title, from }) => `${title} ${from}`}
      leastWidth={480}
      columns={[
        { title: "What", of: ({ title }) => title },
        { title: "Tokens", of: ({ from, to }) => `${formatCount(from)} to ${formatCount(to - 1)}` },
        { title: "Median", of: ({ medianNs }) => formatNanoseconds(medianNs) },
        { title: "n", of: ({ n }) => formatCount(n) },
      ]}
    />
  );
  return (
    <Figure title="Growth with length" sentence={sentence} table={table}>
      <Scrolled name="Growth with length">
        <Rows
          rows={growth}
          keyOf={growthTitle}
          leastWidth={720}
          columns={[
            { title: "What", of: growthTitle },
            { title: "Medians", isText: true, of: (one) => <Medians bins={one.bins} /> },
            { title: "Line", of: growthText },
            {
              title: "Explains",
              of: ({ line }) =>
                line === null ? (
                  <span className="text-ink-3">no line</span>
                ) : (
                  formatWithUnit(line.explained, "ratio", "%")
                ),
            },
            { title: "n", of: ({ n }) => formatCount(n) },
          ]}
        />
      </Scrolled>
    </Figure>
  );
}

function Medians({ bins }: Pick<Growth, "bins">) {
  const most = Math.max(...bins.map(({ medianNs }) => medianNs), 1);
  return (
    <span aria-hidden className="inline-flex h-5 w-40 items-end gap-px">
      {bins.map(({ from, to, n, medianNs }) => (
        <span
          key={from}
          className="flex-1 bg-id-1"
          style={{ height: `${Math.max(4, (medianNs / most) * 100)}%` }}
          title={`${formatCount(from)} to ${formatCount(to - 1)} tokens: ${formatNanoseconds(medianNs)}, n ${formatCount(n)}`}
        />
      ))}
    </span>
  );
}
