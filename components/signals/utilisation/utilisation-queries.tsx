import type { RooflinePageData } from "@/lib/contracts/roofline";
import { formatDuration } from "@/lib/format/time";
import { CopyButton } from "@/components/shared/copy-button";

/** What the numbers are worked out from: the queries of the last five minutes, and how the lines' own differ. */
export function UtilisationQueries({ roofline }: { readonly roofline: RooflinePageData }) {
  const { source, pools, queries, sampleSpacingMs } = roofline;
  const trail = pools[0]?.trail;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-xs text-ink-2">
        {source.version === null ? "Prometheus" : `Prometheus ${source.version}`}, as asked for the last five
        minutes
        {trail === undefined
          ? ""
          : `; for the line the same with a rate window of ${formatDuration(trail.intervalMs)}, every ${formatDuration(trail.stepMs)}`}
        {sampleSpacingMs === null ? "" : `, samples at most ${formatDuration(sampleSpacingMs)} apart`}. The
        model’s shape and the accelerator’s peaks turn them into shares.
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
