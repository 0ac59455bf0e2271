import { toSentence } from "@/lib/format/sentence";
import { Figure } from "@/components/shared/figure";

/** Title of the scatter chart of requests. */
export const scatterTitle = "Duration by start time";
/** Height of the scatter chart in pixels. */
export const scatterHeightPx = 208;

/** Reserves the two lines that the summary of a chart has on wide screens. */
export function ScatterSummary({ children }: { readonly children: string }) {
  return <span className="block min-h-[3lh]">{children}</span>;
}

interface ScatterFrameProps {
  /** Why the chart cannot be drawn. Null while it is loading. */
  readonly problem: string | null;
}

/** Has the size of the chart before its code and its data are loaded, so that the list below does not move. */
export function ScatterFrame({ problem }: ScatterFrameProps) {
  return (
    <Figure
      title={scatterTitle}
      summary={
        <ScatterSummary>
          {problem === null
            ? "Loading the requests of this window."
            : `The chart cannot be drawn: ${toSentence(problem)}`}
        </ScatterSummary>
      }
    >
      <div
        aria-busy={problem === null ? true : undefined}
        className="border-b border-l border-rule"
        style={{ height: scatterHeightPx }}
      />
    </Figure>
  );
}
