import type { ReactNode } from "react";
import type { TraceStudy } from "@/lib/contracts/trace-study";
import { formatCount, formatNumber, formatWithUnit } from "@/lib/format/number";
import { formatNanoseconds } from "@/lib/format/time";
import { growthText, growthTitle } from "./breakdown-words";
import { Figure, Rows, Scrolled } from "@/components/shared/figure";

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
        { title: "Median, ms", of: ({ medianNs }) => formatNumber(medianNs / 1e6) },
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
          isFolded
          columns={[
            { title: "What", of: growthTitle },
            { title: "Medians", isText: true, of: medians },
            { title: "Line", of: growthText },
            {
              title: "Explains",
              of: explained,
            },
            { title: "n", of: ({ n }) => formatCount(n) },
          ]}
        />
      </Scrolled>
    </Figure>
  );
}

/** Functions and not components: the table calls them for each of its rows. */
function medians({ bins }: Growth): ReactNode {
  return <Medians bins={bins} />;
}

function explained({ line }: Growth): ReactNode {
  if (line === null) return <span className="text-ink-3">no line</span>;
  return formatWithUnit(line.explained, "ratio", "%");
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
