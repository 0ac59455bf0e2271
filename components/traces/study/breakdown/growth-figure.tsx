import type { ReactNode } from "react";
import type { TraceStudy } from "@/lib/contracts/traces/trace-study";
import { formatCount, formatNumber, formatWithUnit } from "@/lib/format/number";
import { formatNanoseconds } from "@/lib/format/time";
import { countWithNoun } from "@/lib/format/agreement";
import { growthText, growthTitle } from "@/lib/sentences/traces/breakdown-text";
import { Figure, CompactTable, ScrollRegion } from "@/components/shared/figure";

type Growth = TraceStudy["growth"][number];

const sentence =
  "Each bar is the median of one range of lengths, and each range is twice as wide as the previous one. The slope belongs to a line fitted to all requests that report length and time. If the line explains little of the variance, length is not the cause.";

/** Shows how times grow with prompt and output length. */
export function GrowthFigure({ growth }: Pick<TraceStudy, "growth">) {
  const table = (
    <CompactTable
      rows={growth.flatMap((one) => one.bins.map((bin) => ({ ...bin, title: growthTitle(one) })))}
      getKey={({ title, fromTokens }) => `${title} ${fromTokens}`}
      minWidthPx={480}
      columns={[
        { title: "Relation", render: ({ title }) => title },
        {
          title: "Tokens",
          render: ({ fromTokens, toTokens }) => `${formatCount(fromTokens)} to ${formatCount(toTokens - 1)}`,
        },
        { title: "Median, ms", render: ({ medianNs }) => formatNumber(medianNs / 1e6) },
        { title: "n", render: ({ n }) => formatCount(n) },
      ]}
    />
  );
  return (
    <Figure title="Growth with length" summary={sentence} table={table}>
      <ScrollRegion name="Growth with length">
        <CompactTable
          rows={growth}
          getKey={growthTitle}
          minWidthPx={720}
          isListOnPhones
          columns={[
            { title: "Relation", render: growthTitle },
            { title: "Medians", isText: true, render: renderMedians },
            { title: "Slope", render: growthText },
            {
              title: "Explained variance",
              render: renderExplainedRatio,
            },
            { title: "n", render: ({ n }) => formatCount(n) },
          ]}
        />
      </ScrollRegion>
    </Figure>
  );
}

/** Functions, not components, because the table calls them for each row. */
function renderMedians({ bins }: Growth): ReactNode {
  return <Medians bins={bins} />;
}

function renderExplainedRatio({ line }: Growth): ReactNode {
  if (line === null) return <span className="text-ink-3">no line</span>;
  return formatWithUnit(line.explainedRatio, "ratio", "%");
}

function Medians({ bins }: Pick<Growth, "bins">) {
  const maxMedianNs = Math.max(...bins.map(({ medianNs }) => medianNs), 1);
  return (
    <span aria-hidden className="inline-flex h-5 w-40 items-end gap-px">
      {bins.map(({ fromTokens, toTokens, n, medianNs }) => (
        <span
          key={fromTokens}
          className="flex-1 bg-id-1"
          style={{ height: `${Math.max(4, (medianNs / maxMedianNs) * 100)}%` }}
          title={`${formatCount(fromTokens)} to ${countWithNoun(toTokens - 1, "token")}: ${formatNanoseconds(medianNs)}, n ${formatCount(n)}`}
        />
      ))}
    </span>
  );
}
