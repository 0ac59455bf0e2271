/** Creates and revokes public links to reports. Only the hash of a token is stored, so a link is returned once. */
import { randomBytes } from "node:crypto";
import type {
  createReportLinkContract,
  revokeReportLinkContract,
} from "@/lib/contracts/investigations/reports/report-links";
import { AppError } from "@/lib/model/app-error";
import type { Report } from "@/lib/model/investigation/reports/report";
import { reportLinkLimits, sharedReportPath } from "@/lib/model/investigation/reports/report-link";
import { reportKinds } from "@/lib/model/investigation/reports/report-kinds";
import { Prisma } from "@/lib/server/db/generated/client";
import type { Handler, HandlerResponse } from "@/lib/server/handler";
import { hashToken } from "@/lib/server/sessions/session-cookie";
import {
  changeInvestigation,
  createRefusalError,
  type InvestigationChange,
} from "../../change-investigation";
import { readTimeZone } from "@/lib/services/organisation/read-organisation";
import { buildReportFrom } from "../build-report";
import { linkColumns, areReportLinksAllowed, toLinkEntry } from "./link-row";

const dayMs = 86_400_000;

/**
 * Stores a copy of the report, and returns the path of its public page, which cannot be read again. Throws not-found,
 * forbidden and database-unavailable. Throws conflict if the caller is not a person, the organisation does not allow
 * links, or the investigation has the maximum number of links.
 */
export const createReportLink: Handler<typeof createReportLinkContract> = async ({
  params: { number },
  body: { kind, lifetimeDays },
  principal,
}) => {
  if (principal.kind !== "person")
    throw new AppError("conflict", "the link of a report belongs to a person who signed in", {
      userMessage: {
        title: "Only a person who signed in can create a link to a report",
        next: "Sign in, and create the link on the page of the investigation.",
      },
    });
  const timeZone = await readTimeZone();
  const token = randomBytes(32).toString("base64url");
  const request = { principal, number, changeName: "create-report-link" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const { transaction, row, asOf } = write;
    await assertAllowed(write);
    await assertBelowLimit(write);
    // The report is read after the lock, so that the copy does not contain evidence that is removed at the same time.
    const reader = { principal, context: write.context, timeZone };
    const report = await buildReportFrom(transaction, { number, kind, namesPeople: false }, reader);
    const created = await transaction.reportLink.create({
      data: {
        investigationId: row.id,
        kind,
        tokenHash: hashToken(token),
        report: toStoredReport(report),
        makerId: principal.id,
        createdAt: asOf,
        expiresAt: new Date(asOf.getTime() + lifetimeDays * dayMs),
      },
      select: { ...linkColumns, tokenHash: true },
    });
    await write.recordTimelineEntry({ kind: "report", report: kind, action: "link-created", lifetimeDays });
    const link = toLinkEntry(created, { asOfMs: asOf.getTime(), isAllowed: true });
    return { link, isOfToken: created.tokenHash === hashToken(token) };
  });
  return { asOfMs, link: value.link, path: value.isOfToken ? sharedReportPath(token) : null };
};

/** Removes the token from the response that is stored for repeats of the request. */
export function withoutReportToken(
  response: HandlerResponse<typeof createReportLinkContract>,
): HandlerResponse<typeof createReportLinkContract> {
  return { ...response, path: null };
}

/** Revokes a link at once, and deletes its copy. Throws not-found, forbidden and database-unavailable. */
export const revokeReportLink: Handler<typeof revokeReportLinkContract> = async ({ params, principal }) => {
  const request = { principal, number: params.number, changeName: "revoke-report-link" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const { transaction, row, asOf } = write;
    const where = { id: params.linkId, investigationId: row.id };
    const present = await transaction.reportLink.findUnique({ where, select: linkColumns });
    if (present === null) throw new AppError("not-found", "there is no such link to a report");
    const now = { asOfMs: asOf.getTime(), isAllowed: await areReportLinksAllowed(transaction) };
    // A link that was revoked earlier keeps the time of its first revocation.
    if (present.revokedAt !== null) return toLinkEntry(present, now);
    const revoked = await transaction.reportLink.update({
      where,
      data: { revokedAt: asOf, report: Prisma.JsonNull },
      select: linkColumns,
    });
    const report = reportKinds.find((kind) => kind === present.kind) ?? "working";
    await write.recordTimelineEntry({ kind: "report", report, action: "link-revoked" });
    return toLinkEntry(revoked, now);
  });
  return { asOfMs, link: value };
};

/** Returns the copy of a report, without the paths of pages on which missing parts are entered, because readers cannot open them. */
function toStoredReport(report: Report): Prisma.InputJsonObject {
  const text = JSON.stringify(report, (key, value: unknown) => (key === "path" ? "" : value));
  if (Buffer.byteLength(text) > reportLinkLimits.maxReportBytes)
    throw createRefusalError(
      "The report is larger than 2 MiB. Create a link to the executive report.",
      "The report is too large for a link",
    );
  return JSON.parse(text) as Prisma.InputJsonObject;
}

async function assertAllowed({ transaction }: InvestigationChange): Promise<void> {
  if (!(await areReportLinksAllowed(transaction)))
    throw createRefusalError(
      "An admin allows links to reports in Settings › Organisation.",
      "The organisation does not allow links to reports",
    );
}

async function assertBelowLimit({ transaction, row, asOf }: InvestigationChange): Promise<void> {
  const count = await transaction.reportLink.count({
    where: { investigationId: row.id, revokedAt: null, expiresAt: { gt: asOf } },
  });
  if (count >= reportLinkLimits.maxActive)
    throw createRefusalError(
      `The investigation has ${count} active links, which is the limit. Revoke a link first.`,
      "There are too many links",
    );
}
