import type { Report, ReportSection } from "@/lib/model/investigation/reports/report";
import { reportKindTitles } from "@/lib/model/investigation/reports/report-kinds";
import { investigationName } from "@/lib/model/investigation/investigation";
import { formatDateTimeWithYear, formatTimeZoneName } from "@/lib/format/time";
import { isolateDirection } from "@/components/shared/isolated-text";
import { ReportBlockContent } from "./report-block-content";

interface ReportViewProps {
  readonly report: Report;
  /** True for a public link, whose readers cannot open the pages on which missing parts are entered. */
  readonly isPublic?: boolean;
}

/**
 * Renders a report without JavaScript. The executive report has smaller text, so that it fits on one page.
 */
export function ReportView({ report, isPublic = false }: ReportViewProps) {
  const { kind, number, title, lead, sections, remarks, createdAtMs, timeZone } = report;
  const time = `${formatDateTimeWithYear(createdAtMs, timeZone)} ${formatTimeZoneName(createdAtMs, timeZone)}`;
  return (
    <article data-report={kind} className="max-w-[820px] text-ink">
      <p className="text-xs text-ink-2">
        {reportKindTitles[kind]} of {investigationName(number)}, {time}
      </p>
      <h1 className="pt-1 text-xl font-semibold tracking-[-0.014em] wrap-anywhere">
        {isolateDirection(title)}
      </h1>
      <p className="pt-1 text-md wrap-anywhere">{isolateDirection(lead)}</p>
      {sections.map((section, index) => (
        // Sections have no identity besides their position.
        // oxlint-disable-next-line react/no-array-index-key
        <Section key={index} section={section} timeZone={timeZone} isPublic={isPublic} />
      ))}
      {remarks.map((remark) => (
        <p key={remark} className="pt-3 text-xs text-ink-2 wrap-anywhere">
          {isolateDirection(remark)}
        </p>
      ))}
    </article>
  );
}

interface SectionProps {
  readonly section: ReportSection;
  readonly timeZone: string;
  readonly isPublic: boolean;
}

function Section({ section: { title, level, blocks }, timeZone, isPublic }: SectionProps) {
  const Heading = level === 2 ? "h2" : "h3";
  return (
    <section className="pt-4">
      <Heading
        className={
          level === 2
            ? "border-b border-rule pb-1 text-md font-semibold wrap-anywhere"
            : "text-sm font-semibold wrap-anywhere"
        }
      >
        {isolateDirection(title)}
      </Heading>
      <div className="flex flex-col gap-2 pt-2">
        {blocks.map((block, index) => (
          // Blocks have no identity besides their position.
          // oxlint-disable-next-line react/no-array-index-key
          <ReportBlockContent key={index} block={block} timeZone={timeZone} isPublic={isPublic} />
        ))}
      </div>
    </section>
  );
}
