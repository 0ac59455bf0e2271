"use client";

import type { Answer } from "@/lib/model/answer";
import { formatDuration } from "@/lib/format/time";
import { CopyButton } from "@/components/shared/copy/copy-button";

/**
 * Queries as sent, with everything required to repeat them: window, step, rate window, scrape interval and source.
 */
export function QueryList({ answer }: { readonly answer: Answer }) {
  const endMs = answer.startMs + (answer.pointCount - 1) * answer.stepMs;
  const parameters = [
    `start=${answer.startMs / 1000}`,
    `end=${endMs / 1000}`,
    `step=${answer.stepMs / 1000}`,
  ];
  return (
    <div className="flex flex-col gap-3">
      <p className="text-xs text-ink-2">
        {answer.source.version === null ? "Prometheus" : `Prometheus ${answer.source.version}`}, rate window{" "}
        {formatDuration(answer.rateWindowMs)}, step {formatDuration(answer.stepMs)}
        {answer.sampleSpacingMs === null
          ? ""
          : `, samples at most ${formatDuration(answer.sampleSpacingMs)} apart`}
        . Ridgepoint computes percentiles from the buckets. Queries with equal times share one HTTP request
        and are evaluated separately.
      </p>
      <p className="font-mono text-2xs break-all text-ink-3">{parameters.join(" ")}</p>
      <ul className="flex flex-col gap-2">
        {answer.queries.map((query) => (
          <li key={`${query.purpose} ${query.promql}`} className="flex items-start gap-2">
            <span className="w-14 shrink-0 pt-1 text-2xs text-ink-3">{query.purpose}</span>
            <code className="min-w-0 flex-1 rounded-sm bg-well px-2 py-1 font-mono text-2xs break-words">
              {query.promql}
            </code>
            <CopyButton text={query.promql} label="Copy query" isIcon />
          </li>
        ))}
      </ul>
    </div>
  );
}
