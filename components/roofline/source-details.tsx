import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import { formatDuration } from "@/lib/format/time";
import { toSentence } from "@/lib/format/sentence";
import { countWithNoun } from "@/lib/format/agreement";
import { ShapeMark } from "@/components/shared/status-mark";

/** Shows source, engine and queries of the data, and warns about old data. */
export function SourceDetails({ data }: { readonly data: RooflinePageData }) {
  const { source, engine, stale, warnings, queries, sampleSpacingMs } = data;
  return (
    <div className="flex flex-col gap-1 pb-3 text-xs text-ink-2">
      {stale !== null && (
        <p className="flex items-center gap-2">
          <ShapeMark shape="stale" className="size-3" />
          This data is old: {toSentence(stale.reason)}
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="flex items-center gap-2">
          <ShapeMark shape="unusual" className="size-3" />
          {toSentence(warning)}
        </p>
      ))}
      <details>
        <summary className="py-1">
          {engine.title}
          {engine.version === null ? "" : ` ${engine.version}`}, from {source.slug}
          {sampleSpacingMs === null ? "" : `, one sample every ${formatDuration(sampleSpacingMs)}`};{" "}
          {countWithNoun(queries.length, "query", "queries")}
        </summary>
        <dl className="mt-1 grid max-w-[1040px] grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          {queries.map(({ input, promql }, index) => (
            <div key={index} className="contents">
              <dt>{input}</dt>
              <dd>
                <code className="font-mono break-all">{promql}</code>
              </dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}
