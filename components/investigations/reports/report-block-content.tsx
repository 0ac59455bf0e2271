import type { ReportBlock } from "@/lib/model/investigation/reports/report";
import { isolateDirection } from "@/components/shared/isolated-text";
import { MarkdownBlocks } from "../markdown/markdown-blocks";
import { IntervalsChart } from "./charts/intervals-chart";
import { LinesChart } from "./charts/lines-chart";
import { ReportTable } from "./report-table";

interface ReportBlockContentProps {
  readonly block: ReportBlock;
  readonly timeZone: string;
  readonly isPublic: boolean;
}

/** One block of a report: a text, a list, a table, a chart, or the remark on a missing part. */
export function ReportBlockContent({ block, timeZone, isPublic }: ReportBlockContentProps) {
  switch (block.kind) {
    case "text":
      return <p className="wrap-anywhere">{isolateDirection(block.text)}</p>;
    case "markdown":
      return (
        <div>
          {block.label !== null && <p className="text-xs text-ink-2">{isolateDirection(block.label)}</p>}
          <MarkdownBlocks text={block.text} />
        </div>
      );
    case "facts":
      return <Facts facts={block.facts} />;
    case "list":
      return <Items items={block.items} />;
    case "table":
      return <ReportTable table={block} />;
    case "chart":
      return (
        <figure className="break-inside-avoid">
          <figcaption className="text-xs font-medium wrap-anywhere">
            {isolateDirection(block.title)}
          </figcaption>
          {block.figure.kind === "lines" ? (
            <LinesChart figure={block.figure} timeZone={timeZone} label={block.description} />
          ) : (
            <IntervalsChart figure={block.figure} label={block.description} />
          )}
          <p className="text-xs text-ink-2 wrap-anywhere">{isolateDirection(block.description)}</p>
          <ReportTable table={block.table} />
        </figure>
      );
    case "missing":
      return (
        <p className="border-l-2 border-rule-strong pl-3 wrap-anywhere">
          <span className="font-medium">Missing:</span> {isolateDirection(block.text)}{" "}
          {!isPublic && (
            <a href={block.path} className="text-accent underline print:hidden">
              Open the page
            </a>
          )}
        </p>
      );
  }
}

function Facts({ facts }: { readonly facts: Extract<ReportBlock, { kind: "facts" }>["facts"] }) {
  return (
    <dl className="tnum">
      {facts.map(({ name, value }) => (
        <div
          key={`${name} ${value}`}
          className="grid grid-cols-[minmax(7rem,11rem)_minmax(0,1fr)] gap-3 border-b border-rule py-1"
        >
          <dt className="text-ink-2 wrap-anywhere">{isolateDirection(name)}</dt>
          <dd className="wrap-anywhere whitespace-pre-wrap">{isolateDirection(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Items({ items }: { readonly items: Extract<ReportBlock, { kind: "list" }>["items"] }) {
  return (
    <ul className="list-disc pl-5">
      {items.map(({ text, isTicked }, index) => (
        // Items have no identity besides their position.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className="wrap-anywhere">
          {isTicked !== null && <span className="text-ink-2">{isTicked ? "Ticked: " : "Not ticked: "}</span>}
          {isolateDirection(text)}
        </li>
      ))}
    </ul>
  );
}
