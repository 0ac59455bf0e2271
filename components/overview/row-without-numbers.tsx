import { endSentence } from "@/lib/base/end-sentence";
import type { OverviewRow } from "@/lib/contracts/overview";
import { formatCoarseDuration } from "@/lib/format/time";
import { SentenceText } from "@/components/shared/sentence-text";
import { ShapeMark, StatusMark } from "@/components/shared/status-mark";
import { cn } from "@/components/ui/cn";
import { fleetGrid, rowFrameClasses } from "./fleet-grid";
import { RowName } from "./row-name";

interface RowWithoutNumbersProps {
  readonly row: OverviewRow;
  readonly asOfMs: number;
  readonly href: string;
}

/** Renders a row whose source is down, that is loading, or that failed, with the reason instead of values. */
export function RowWithoutNumbers({ row, asOfMs, href }: RowWithoutNumbersProps) {
  return (
    <div role="row" className={cn(rowFrameClasses, fleetGrid, "min-h-20")}>
      <div role="cell" className="text-ink-2">
        <RowStatus row={row} asOfMs={asOfMs} />
      </div>
      <div role="cell">
        <RowName row={row} href={href} />
      </div>
      <div role="cell" className="text-ink-2 fleet-rows:col-span-4 fleet-all:col-span-8">
        <WhyNoNumbers row={row} />
      </div>
    </div>
  );
}

/** Status of a row without values. */
function RowStatus({ row, asOfMs }: { readonly row: OverviewRow; readonly asOfMs: number }) {
  if (row.state === "judged") {
    const { sinceMs } = row.status;
    return (
      <>
        <StatusMark status={row.status} />
        {sinceMs !== null && (
          <span className="block text-2xs text-ink-3 fleet-rows:pl-5">
            {formatCoarseDuration(asOfMs - sinceMs)}
          </span>
        )}
      </>
    );
  }
  return (
    <span className="flex items-start gap-2">
      <ShapeMark shape={row.state === "pending" ? "loading" : "failed"} className="mt-1" />
      {row.state === "pending" ? "Loading" : "Not available"}
    </span>
  );
}

function WhyNoNumbers({ row }: { readonly row: OverviewRow }) {
  switch (row.state) {
    case "judged":
      return <SentenceText sentence={row.sentence} />;
    case "pending":
      return <span aria-hidden className="block h-5 w-full rounded-sm bg-well" />;
    case "failed":
      return (
        <>
          <span className="font-medium text-ink">{row.problem.title}.</span> {endSentence(row.problem.detail)}{" "}
          {row.problem.next}
        </>
      );
  }
}
