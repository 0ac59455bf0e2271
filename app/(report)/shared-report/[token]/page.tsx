import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { ReportFailure } from "@/components/investigations/reports/report-failure";
import { ReportView } from "@/components/investigations/reports/report-view";
import { sharedReportContract } from "@/lib/contracts/investigations/reports/report-links";
import { formatDateTimeWithYear, formatTimeZoneName } from "@/lib/format/time";
import { callHandler } from "@/lib/server/call";
import { endedReportLinkPath } from "@/lib/server/http/page-paths";
import { readSharedReport } from "@/lib/services/investigations/reports/links/read-shared-report";

export const metadata: Metadata = { title: "Report", robots: { index: false, follow: false } };

interface PageProps {
  readonly params: Promise<{ readonly token: string }>;
}

/** The copy of a report behind a public link. It needs no sign-in. */
export default async function Page({ params }: PageProps) {
  const { token } = await params;
  const response = await callHandler(sharedReportContract, readSharedReport, { params: { token } });
  if (!response.ok) {
    const { code } = response.error;
    // The "not found" page of the framework needs scripts here, because the query runs after the layout.
    if (code === "not-found" || code === "invalid-input") redirect(endedReportLinkPath);
    return <ReportFailure title="The report cannot be shown" problem={response.error} />;
  }
  const { report, expiresAtMs } = response.value;
  const { createdAtMs, timeZone } = report;
  return (
    <>
      <p className="mb-4 border-b border-rule pb-2 text-xs text-ink-2">
        Copy of {formatDateTimeWithYear(createdAtMs, timeZone)} {formatTimeZoneName(createdAtMs, timeZone)}.
        Later changes are not part of it. The link expires on {formatDateTimeWithYear(expiresAtMs, timeZone)}{" "}
        {formatTimeZoneName(expiresAtMs, timeZone)}.
      </p>
      <ReportView report={report} isPublic />
    </>
  );
}
