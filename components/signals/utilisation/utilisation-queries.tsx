import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import { formatDuration } from "@/lib/format/time";
import { CopyButton } from "@/components/shared/copy/copy-button";

/** Queries behind the values over the last five minutes, and how the queries of the lines differ. */
export function UtilisationQueries({ roofline }: { readonly roofline: RooflinePageData }) {
  const { source, pools, queries, sampleSpacingMs } = roofline;
  const trail = pools[0]?.trail;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-xs text-ink-2">
        {source.version === null ? "Prometheus" : `Prometheus ${source.version}`}, queries for the last five
        minutes
        {trail === undefined
          ? ""
          : `. The line uses the same queries with a rate window of ${formatDuration(trail.intervalMs)}, every ${formatDuration(trail.stepMs)}`}
        {sampleSpacingMs === null ? "" : `, samples at most ${formatDuration(sampleSpacingMs)} apart`}. The
        model architecture and the peak rates of the accelerator convert the results to utilisation.
      </p>
      <ul className="flex flex-col gap-2">
        {queries.map(({ input, promql }) => (
          <li key={`${input} ${promql}`} className="flex items-start gap-2">
            <span className="w-24 shrink-0 pt-1 text-2xs text-ink-3">{input}</span>
            <code className="min-w-0 flex-1 rounded-sm bg-well px-2 py-1 font-mono text-2xs break-words">
              {promql}
            </code>
            <CopyButton text={promql} label="Copy query" isIcon />
          </li>
        ))}
      </ul>
    </div>
  );
}
