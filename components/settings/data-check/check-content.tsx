import type { DataCheckResponse } from "@/lib/contracts/data-check";
import type { TimeWindow } from "@/lib/model/time-window";
import {
  countOutcomes,
  describeSignalCounts,
  filterJoinedRows,
  findUnjoinedFamilies,
  type UnjoinedFamily,
} from "@/lib/sentences/signals/data-check-text";
import { groupCheckRows } from "./check-sections";
import { CheckTable } from "./check-table";

interface CheckContentProps {
  readonly data: DataCheckResponse;
  readonly hidesRowsWithoutProblem: boolean;
  /** Window of the links to the signals. Absent for the default window. */
  readonly window?: TimeWindow;
}

/** The signals of a data check by family, and the families without an exporter. */
export function CheckContent({ data, hidesRowsWithoutProblem, window }: CheckContentProps) {
  const { rows, attachments, deployment } = data;
  return (
    <>
      {groupCheckRows(filterJoinedRows(rows, attachments), hidesRowsWithoutProblem).map((section) => (
        <CheckTable
          key={section.family}
          deployment={deployment.slug}
          window={window}
          title={section.title}
          rows={section.rows}
        />
      ))}
      <Unjoined families={findUnjoinedFamilies(rows, attachments)} />
    </>
  );
}

function Unjoined({ families }: { readonly families: readonly UnjoinedFamily[] }) {
  if (families.length === 0) return null;
  return (
    <section aria-label="No exporter" className="mt-8">
      <h2 className="mb-2 text-md font-semibold">No exporter</h2>
      <ul className="border-t border-rule">
        {families.map(({ family, title, detail }) => (
          <li
            key={family}
            className="grid gap-x-4 border-b border-rule py-2 @checks:grid-cols-[220px_minmax(0,1fr)]"
          >
            <span className="font-medium">{title}</span>
            <span className="text-ink-2">{detail}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How many signals of the deployment have data, and how many queries failed. */
export function CheckHeadline({ data }: { readonly data: DataCheckResponse }) {
  const { first, rest } = describeSignalCounts(data);
  const hasMissing = countOutcomes(filterJoinedRows(data.rows, data.attachments)).withoutDataCount > 0;
  return (
    <>
      <span className="font-semibold text-ink">
        {data.deployment.title}: {first}
      </span>{" "}
      {rest}
      {hasMissing && " The reason is next to each signal."}
    </>
  );
}
