/** Queries and writes of reports, case studies and public links. */
import { queryOptions } from "@tanstack/react-query";
import { endpointQuery } from "@/lib/client/endpoint-query";
import { fetchJson } from "@/lib/client/fetch-json";
import { newIdempotencyKey } from "@/lib/client/new-key";
import { retryDelayMs } from "@/lib/client/retry";
import type {
  caseStudiesContract,
  CaseStudiesQuery,
  CaseStudyResponse,
  EditCaseStudyBody,
} from "@/lib/contracts/investigations/reports/case-studies";
import type { ReportResponse } from "@/lib/contracts/investigations/reports/report";
import type {
  CreatedReportLinkResponse,
  CreateReportLinkBody,
  ReportLinksResponse,
} from "@/lib/contracts/investigations/reports/report-links";
import type { ReportKind } from "@/lib/model/investigation/reports/report-kinds";
import { investigationName } from "@/lib/model/investigation/investigation";

/** Returns the path of the page of a report. */
export function reportPath(investigationNumber: number, kind: ReportKind): string {
  return `/investigations/${investigationName(investigationNumber)}/report?kind=${kind}`;
}

const pathOf = (investigationNumber: number) => `/api/v1/investigations/${investigationNumber}` as const;

/** Reads a report as a file. */
export function readReport(
  investigationNumber: number,
  kind: ReportKind,
  format: ReportResponse["format"],
): Promise<ReportResponse> {
  return fetchJson(`${pathOf(investigationNumber)}/report`, { query: { kind, format } });
}

/** Reads the stored case study, or a proposal from the record. */
export function caseStudyQuery(investigationNumber: number) {
  return queryOptions({
    queryKey: ["/api/v1/investigations", "case-study", investigationNumber] as const,
    queryFn: ({ signal }) =>
      fetchJson<CaseStudyResponse>(`${pathOf(investigationNumber)}/case-study`, { signal }),
  });
}

/**
 * Saves, publishes or withdraws the case study. Rejects with a conflict if another person saved a newer
 * version.
 */
export function editCaseStudy(
  investigationNumber: number,
  version: number,
  body: EditCaseStudyBody,
): Promise<object> {
  return fetchJson(`${pathOf(investigationNumber)}/case-study`, { method: "PATCH", body, ifMatch: version });
}

/** Reads a page of published case studies. */
export const caseStudiesQuery = (query: CaseStudiesQuery) =>
  endpointQuery<typeof caseStudiesContract>("/api/v1/investigations/case-studies", query, {
    refetchInterval: ({ state }) => (state.status === "error" ? retryDelayMs(state.error) : false),
  });

/** Reads the public links of an investigation, with the rights of the caller. */
export function reportLinksQuery(investigationNumber: number) {
  return queryOptions({
    queryKey: ["/api/v1/investigations", "report-links", investigationNumber] as const,
    queryFn: ({ signal }) =>
      fetchJson<ReportLinksResponse>(`${pathOf(investigationNumber)}/report-links`, { signal }),
  });
}

/** Creates a public link. Only the first response contains its secret path. */
export function createReportLink(
  investigationNumber: number,
  body: CreateReportLinkBody,
  idempotencyKey: string,
): Promise<CreatedReportLinkResponse> {
  return fetchJson(`${pathOf(investigationNumber)}/report-links`, { method: "POST", body, idempotencyKey });
}

/** Revokes a public link at once. The copy behind it can no longer be read. */
export function revokeReportLink(investigationNumber: number, linkId: string): Promise<object> {
  const idempotencyKey = newIdempotencyKey();
  return fetchJson(`${pathOf(investigationNumber)}/report-links/${linkId}/revoke`, {
    method: "POST",
    body: {},
    idempotencyKey,
  });
}
