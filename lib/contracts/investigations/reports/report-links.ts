/** Endpoints of the public links to reports of an investigation, and of the report behind a link. */
import { z } from "zod";
import { report } from "@/lib/model/investigation/reports/report";
import { reportKinds } from "@/lib/model/investigation/reports/report-kinds";
import { reportLinkDays, reportLinkStates } from "@/lib/model/investigation/reports/report-link";
import { defineContract } from "../../contract";
import { emptyObject } from "../../fields";
import { investigationParams, readRules, writeRules } from "../request-fields";

const reportLink = z.object({
  id: z.string(),
  kind: z.enum(reportKinds),
  maker: z.object({ id: z.string(), name: z.string() }),
  state: z.enum(reportLinkStates),
  /** Time of the copy that the link shows. */
  createdAtMs: z.number(),
  expiresAtMs: z.number(),
  /** Last use of the link, updated at most once a minute. Null if the link was not used yet. */
  lastUse: z.object({ atMs: z.number(), address: z.string().nullable() }).nullable(),
});
/** A public link to a copy of a report, without its secret address. */
export type ReportLinkEntry = z.infer<typeof reportLink>;

/** Lists the public links to reports of an investigation. */
export const reportLinksContract = defineContract({
  ...readRules,
  id: "report-links",
  path: "/api/v1/investigations/[number]/report-links",
  response: z.object({
    asOfMs: z.number(),
    /** True if the organisation allows public links. Admins change this setting. */
    isAllowed: z.boolean(),
    /** True if the caller may create and revoke links. */
    canEdit: z.boolean(),
    /** Newest first. */
    links: z.array(reportLink),
  }),
});

/** Creates a link that shows a copy of the report at this time. */
export const createReportLinkContract = defineContract({
  ...writeRules,
  id: "create-report-link",
  path: "/api/v1/investigations/[number]/report-links",
  timeLimitMs: 10_000,
  body: z.strictObject({
    kind: z.enum(reportKinds),
    lifetimeDays: z
      .int()
      .min(reportLinkDays.shortest)
      .max(reportLinkDays.longest)
      .default(reportLinkDays.initial),
  }),
  response: z.object({
    asOfMs: z.number(),
    link: reportLink,
    /** Path of the public page. Null in the response to a repeated request, because only a hash is stored. */
    path: z.string().nullable(),
  }),
});

/** Revokes a public link. */
export const revokeReportLinkContract = defineContract({
  ...writeRules,
  id: "revoke-report-link",
  path: "/api/v1/investigations/[number]/report-links/[linkId]/revoke",
  params: investigationParams.extend({ linkId: z.uuid() }),
  body: emptyObject,
  response: z.object({ asOfMs: z.number(), link: reportLink }),
});

/** Returns the copy of the report that a public link shows. Unknown, expired and revoked links have the same error. */
export const sharedReportContract = defineContract({
  id: "shared-report",
  method: "GET",
  path: "/api/v1/shared-reports/[token]",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: z.strictObject({ token: z.string().min(1).max(100) }),
  query: emptyObject,
  body: emptyObject,
  response: z.object({ asOfMs: z.number(), expiresAtMs: z.number(), report }),
});

/** Response of `GET /api/v1/investigations/[number]/report-links`. */
export type ReportLinksResponse = z.output<typeof reportLinksContract.response>;
/** Body of `POST /api/v1/investigations/[number]/report-links`. */
export type CreateReportLinkBody = z.input<typeof createReportLinkContract.body>;
/** Response of `POST /api/v1/investigations/[number]/report-links`. */
export type CreatedReportLinkResponse = z.output<typeof createReportLinkContract.response>;
