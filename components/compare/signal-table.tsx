import type { ComparedEstimate, ComparedRowEntry } from "@/lib/contracts/comparisons";
import { formatCount, formatQuantile, formatValue } from "@/lib/format/number";
import { describeDecidingNumber } from "@/lib/sentences/comparisons/deciding-number";
import { capitalise } from "@/lib/sentences/comparisons/reason-text";
import {
  absenceText,
  estimateIntervalText,
  nameStatistic,
  resolutionText,
} from "@/lib/sentences/comparisons/statistic-text";
import { CompactTable, ScrollRegion, type TableColumn } from "@/components/shared/figure";
import { VerdictMark } from "./verdict-mark";

interface SignalTableProps {
  readonly title: string;
  readonly note: string;
  readonly rows: readonly ComparedRowEntry[];
  /** Verdicts after the correction for several tests, by `signal.statistic`. */
  readonly correctedVerdicts: ReadonlyMap<string, ComparedRowEntry["verdict"]>;
}

const keyOf = ({ signal, statistic }: ComparedRowEntry): string => `${signal}.${statistic}`;

/** Lists compared statistics: values with confidence intervals, the change, and the verdict. */
export function SignalTable({ title, note, rows, correctedVerdicts }: SignalTableProps) {
  const columns: readonly TableColumn<ComparedRowEntry>[] = [
    { title: "Signal", render: (row) => <SignalName row={row} /> },
    {
      title: "Verdict",
      isText: true,
      isPlain: true,
      render: (row) => <VerdictMark verdict={correctedVerdicts.get(keyOf(row)) ?? row.verdict} />,
    },
    { title: "Before", render: (row) => <Estimate estimate={row.before} row={row} /> },
    { title: "After", render: (row) => <Estimate estimate={row.after} row={row} /> },
    { title: "Change", render: (row) => <Change row={row} /> },
    { title: "n before / after", render: (row) => `${countText(row.before)} / ${countText(row.after)}` },
    {
      title: "Resolution",
      isText: true,
      render: (row) => (row.exact === null ? "" : resolutionText(row.exact.resolution, row)),
    },
  ];
  return (
    <section aria-label={title} className="border-t border-rule pt-3 pb-2">
      <h2 className="font-semibold">{title}</h2>
      <p className="max-w-[840px] pb-2 text-xs text-ink-2">{note}</p>
      <ScrollRegion name={`${title}, table`}>
        <CompactTable columns={columns} rows={rows} getKey={keyOf} minWidthPx={900} isListOnPhones />
      </ScrollRegion>
    </section>
  );
}

function SignalName({ row }: { readonly row: ComparedRowEntry }) {
  return (
    <>
      {capitalise(nameStatistic(row))}{" "}
      <span className="text-ink-3">{formatValue(0, row.unit, row.displayUnit).unit}</span>
    </>
  );
}

function Estimate({
  estimate,
  row,
}: {
  readonly estimate: ComparedEstimate;
  readonly row: ComparedRowEntry;
}) {
  if (estimate.kind === "absent")
    return (
      <span className="inline-block max-w-56 py-0.5 text-2xs whitespace-normal text-ink-2">
        {absenceText(estimate)}
      </span>
    );
  return (
    <TwoLines
      main={formatQuantile(estimate.value, estimate.bucket, row.unit, row.displayUnit).text}
      small={estimateIntervalText(estimate, row)}
    />
  );
}

/** The relative change with its interval, and the number that decides if the buckets are too wide for the percentile. */
function Change({ row }: { readonly row: ComparedRowEntry }) {
  const { text, decidingText, basisText } = describeDecidingNumber(row);
  if (text === "" && decidingText === "") return <span className="text-ink-3">no relative change</span>;
  if (decidingText === "") return <TwoLines main={text} small={basisText} />;
  const basis = basisText === "" ? "" : `, ${basisText}`;
  return <TwoLines main={text || "no relative change"} small={`decided by ${decidingText}${basis}`} />;
}

function TwoLines({ main, small }: { readonly main: string; readonly small: string }) {
  return (
    <span className="inline-flex flex-col py-0.5 md:items-end">
      {main}
      <span className="text-2xs text-ink-2">{small}</span>
    </span>
  );
}

function countText(estimate: ComparedEstimate): string {
  return estimate.kind === "absent" ? "–" : formatCount(estimate.n);
}
