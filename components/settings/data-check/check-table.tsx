import Link from "next/link";
import type { CheckReason, CheckRow } from "@/lib/model/data-check";
import { signalDefinition } from "@/lib/model/signals/signals";
import type { TimeWindow } from "@/lib/model/time-window";
import { linkTo } from "@/lib/client/url-state";
import { formatWithUnit } from "@/lib/format/number";
import { countWithNoun } from "@/lib/format/agreement";
import { DownSince } from "@/components/shared/down-since";
import { ShapeMark, type StatusShape } from "@/components/shared/status-mark";

interface CheckTableProps {
  readonly deployment: string;
  /** Window of the links to the signals. Absent for the default window. */
  readonly window?: TimeWindow | undefined;
  readonly title: string;
  readonly rows: readonly CheckRow[];
}

const reasonText: { readonly [R in CheckReason]: string } = {
  "no-traffic": "no traffic",
  "no-series": "no series",
  "metric-absent": "metric absent",
  "not-exposed": "not exposed",
  "target-down": "target down",
  "not-scraped": "not scraped",
  "no-data": "no data",
  "name-changed": "name changed",
  "frozen-gauge": "frozen gauge",
  "wrong-edges": "wrong bucket edges",
  "inconsistent-mean": "inconsistent mean",
  "too-few-samples": "too few requests",
  "not-yet-known": "not yet known",
  "query-failed": "query failed",
};

function rowStatus({ outcome, reason }: CheckRow): { readonly shape: StatusShape; readonly word: string } {
  if (outcome === "error") return { shape: "failed", word: "error" };
  if (reason === null) return { shape: "ok", word: "has data" };
  const word = reasonText[reason];
  if (outcome === "with-data") return { shape: "unusual", word: `has data, ${word}` };
  return { shape: reason === "no-traffic" || reason === "not-exposed" ? "idle" : "unknown", word };
}

function toViewWindow(window: TimeWindow | undefined): { readonly from?: string; readonly to?: string } {
  return window === undefined ? {} : { from: String(window.startMs), to: String(window.endMs) };
}

/** Lists the rows of the data check for one family of signals. */
export function CheckTable({ deployment, window, title, rows }: CheckTableProps) {
  return (
    <section aria-label={title} className="mt-8">
      <h2 className="mb-2 text-md font-semibold">{title}</h2>
      <ul className="border-t border-rule">
        {rows.map((row) => (
          <Row key={row.signal} row={row} deployment={deployment} window={window} />
        ))}
      </ul>
    </section>
  );
}

interface RowProps extends Pick<CheckTableProps, "deployment" | "window"> {
  readonly row: CheckRow;
}

function Row({ row, deployment, window }: RowProps) {
  const { title, unit, displayUnit } = signalDefinition(row.signal);
  const { shape, word } = rowStatus(row);
  return (
    <li
      aria-label={title}
      className="grid grid-cols-1 items-baseline gap-x-4 gap-y-0.5 border-b border-rule py-2 @checks:grid-cols-[220px_150px_110px_minmax(0,1fr)]"
    >
      <Link
        href={`${linkTo("/signals", { d: deployment, ...toViewWindow(window) })}#signal-${row.signal}`}
        className="font-medium hover:text-accent hover:underline"
      >
        {title}
      </Link>
      <span className="flex items-center gap-2 text-ink-2">
        <ShapeMark shape={shape} className="size-2.5" />
        {word}
      </span>
      <span className="tnum text-ink-2">
        {row.value === null ? "" : formatWithUnit(row.value, unit, displayUnit)}
      </span>
      <div className="min-w-0 text-xs wrap-anywhere text-ink-2">
        {row.downSince !== undefined && (
          <p>
            Down <DownSince since={row.downSince} />.
          </p>
        )}
        {row.detail !== "" && <p>{row.detail}</p>}
        {row.howToEnable !== null && (
          <p>
            <span className="font-medium text-ink">To enable:</span> {row.howToEnable}
          </p>
        )}
        {row.caveat !== null && <p>{row.caveat}</p>}
        {row.queries.length > 0 && (
          <details>
            <summary className="cursor-pointer text-ink-3">
              {countWithNoun(row.queries.length, "PromQL query", "PromQL queries")}
            </summary>
            {row.queries.map((promql) => (
              <code key={promql} className="block font-mono text-2xs break-all">
                {promql}
              </code>
            ))}
          </details>
        )}
      </div>
    </li>
  );
}
