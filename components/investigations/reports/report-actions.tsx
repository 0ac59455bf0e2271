import { investigationName } from "@/lib/model/investigation/investigation";
import {
  reportKinds,
  reportKindTitles,
  type ReportKind,
} from "@/lib/model/investigation/reports/report-kinds";
import { ReportDownloads } from "./report-downloads";
import { reportPath } from "./report-requests";

interface ReportActionsProps {
  readonly number: number;
  readonly kind: ReportKind;
}

/**
 * Links to the investigation and to its other reports. They are plain links, which also work without
 * JavaScript.
 */
export function ReportActions({ number, kind }: ReportActionsProps) {
  const name = investigationName(number);
  return (
    <nav aria-label="Reports" className="mb-5 border-b border-rule pb-2 text-xs print:hidden">
      <ul className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <li>
          <a href={`/investigations/${name}`} className="inline-block py-1 text-accent hover:underline">
            {name}
          </a>
        </li>
        {reportKinds.map((one) => (
          <li key={one}>
            <a
              href={reportPath(number, one)}
              aria-current={one === kind ? "page" : undefined}
              className="inline-block py-1 text-accent hover:underline aria-[current=page]:font-semibold aria-[current=page]:text-ink"
            >
              {reportKindTitles[one]}
            </a>
          </li>
        ))}
        <li className="ml-auto">
          <ReportDownloads number={number} kind={kind} />
        </li>
      </ul>
    </nav>
  );
}
