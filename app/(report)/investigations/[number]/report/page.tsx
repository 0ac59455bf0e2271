import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireSignIn } from "@/app/visitor/require-sign-in";
import { ReportActions } from "@/components/investigations/reports/report-actions";
import { ReportFailure } from "@/components/investigations/reports/report-failure";
import { ReportView } from "@/components/investigations/reports/report-view";
import { reportContract } from "@/lib/contracts/investigations/reports/report";
import { investigationName } from "@/lib/model/investigation/investigation";
import { reportKinds, reportKindTitles } from "@/lib/model/investigation/reports/report-kinds";
import { callHandler } from "@/lib/server/call";
import { getReport } from "@/lib/services/investigations/reports/get-report";

interface PageProps {
  readonly params: Promise<{ readonly number: string }>;
  readonly searchParams: Promise<{ readonly kind?: string | readonly string[] }>;
}

const namePattern = /^INV-([1-9]\d{0,8})$/i;

export async function generateMetadata({ params, searchParams }: PageProps): Promise<Metadata> {
  const { kind } = await searchParams;
  const title = reportKindTitles[reportKinds.find((one) => one === kind) ?? "working"];
  return { title: `${title} of ${decodeURIComponent((await params).number).toUpperCase()}` };
}

export default async function Page({ params, searchParams }: PageProps) {
  await requireSignIn();
  const digits = namePattern.exec((await params).number)?.[1];
  const chosen = (await searchParams).kind ?? "working";
  const kind = reportKinds.find((one) => one === chosen);
  if (digits === undefined || kind === undefined) notFound();
  const number = Number(digits);
  const response = await callHandler(reportContract, getReport, {
    params: { number: digits },
    query: { kind },
  });
  return (
    <>
      <ReportActions number={number} kind={kind} />
      {response.ok && response.value.format === "json" ? (
        <ReportView report={response.value.report} />
      ) : (
        <ReportFailure
          title={`${reportKindTitles[kind]} of ${investigationName(number)}`}
          problem={response.ok ? null : response.error}
        />
      )}
    </>
  );
}
