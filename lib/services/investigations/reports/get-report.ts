/** Handler of the reports of an investigation. */
import type { reportContract } from "@/lib/contracts/investigations/reports/report";
import { investigationName } from "@/lib/model/investigation/investigation";
import { writeReportMarkdown } from "@/lib/sentences/investigations/reports/report-markdown";
import type { Handler } from "@/lib/server/handler";
import { buildReport } from "./build-report";

/** Returns a report as JSON or Markdown. Throws not-found and database-unavailable. */
export const getReport: Handler<typeof reportContract> = async ({ params, query, principal }) => {
  const { kind, format } = query;
  const report = await buildReport({ number: params.number, kind, namesPeople: true }, principal);
  const fileName = `${investigationName(params.number).toLowerCase()}-${kind}`;
  if (format === "json") return { format, fileName: `${fileName}.json`, report };
  return { format, fileName: `${fileName}.md`, text: writeReportMarkdown(report) };
};
