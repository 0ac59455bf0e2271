/** Converts gate runs from database rows, and decides which of them a caller may read. */
import { findAuthorName, findStoredAuthorName } from "@/lib/server/sessions/author-names";
import type { GateResponse, GateRunEntry } from "@/lib/contracts/gates";
import { AppError } from "@/lib/model/app-error";
import {
  gateRequest,
  gateResult,
  gateStates,
  gateVerdicts,
  type GateIssue,
  type GateRequest,
  type GateResult,
} from "@/lib/model/gate/gate-result";
import { includesSource } from "@/lib/model/sources/source-scope";
import { gateSentence } from "@/lib/sentences/gates/gate-sentence";
import { issueText } from "@/lib/sentences/gates/issue-text";
import { ruleText } from "@/lib/sentences/gates/rule-text";
import { isVisibleTo, type HideableRow } from "@/lib/server/access/team-rights";
import { nowMs } from "@/lib/server/clock";
import type { Prisma } from "@/lib/server/db/generated/client";
import { readRows } from "@/lib/server/db/read-rows";
import type { Reader } from "@/lib/server/principal";
import { readKnownDeployments, type KnownDeployment } from "@/lib/services/deployments/known-deployments";

/** Database columns of the baseline that decide who may read a gate run. */
export const includeBaselineOwner = {
  baseline: { select: { visibility: true, teamId: true } },
} satisfies Prisma.GateRunInclude;

/** Gate run as stored in the database. */
export type GateRow = Prisma.GateRunGetPayload<object>;
type ReadableGateRow = Prisma.GateRunGetPayload<{ include: typeof includeBaselineOwner }>;

/**
 * A gate run that the caller may read: its entry, its request, and its result, which is null until the run
 * is evaluated.
 */
export interface ParsedGateRow {
  readonly entry: GateRunEntry;
  readonly request: GateRequest;
  readonly result: GateResult | null;
}

/**
 * Converts a database row into a gate run. Undefined if the caller may not read its source or its baseline,
 * or if a newer release wrote it.
 */
export function parseGateRow(
  row: ReadableGateRow,
  { deployments, reader }: { readonly deployments: readonly KnownDeployment[]; readonly reader: Reader },
): ParsedGateRow | undefined {
  const request = gateRequest.safeParse(row.request);
  const result = row.result === null ? null : gateResult.safeParse(row.result);
  if (!request.success || result?.success === false) return undefined;
  const { deployment, baseline, rules, factor, isStrict, run, onlyTeamId } = request.data;
  if (!includesSource(reader.sourceScope, deployment.source)) return undefined;
  if (!isVisibleTo(reader, row.baseline ?? formerOwner(onlyTeamId))) return undefined;
  const current = deployments.find(({ id }) => id === row.deploymentId);
  const state = gateStates.find((one) => one === row.state) ?? "complete";
  const entry: GateRunEntry = {
    id: row.id,
    state,
    verdict: gateVerdicts.find((one) => one === row.verdict) ?? null,
    sentence: gateSentence(result?.data ?? null),
    deployment: {
      slug: current?.slug ?? deployment.slug,
      title: current?.title ?? deployment.title,
      isDeleted: current === undefined,
    },
    baseline: { id: baseline.id, name: baseline.name, isDeleted: row.baselineId === null },
    window: { startMs: row.startAt.getTime(), endMs: row.endAt.getTime() },
    rules,
    factor,
    isStrict,
    run,
    waitingUntilMs: state === "waiting" ? row.dueAt.getTime() : null,
    author: findAuthorName(row.author),
    createdAtMs: row.createdAt.getTime(),
    evaluatedAtMs: row.evaluatedAt?.getTime() ?? null,
  };
  return { entry, request: request.data, result: result === null ? null : withPresentNames(result.data) };
}

/**
 * Returns the result with the present names of the people who imported a baseline. The stored result contains their ids.
 * Results of earlier releases contain names, which may be those of removed people.
 */
function withPresentNames(result: GateResult): GateResult {
  const nameOf = (issue: GateIssue): GateIssue =>
    issue.kind === "imported-baseline"
      ? {
          ...issue,
          imported: { ...issue.imported, importedBy: findStoredAuthorName(issue.imported.importedBy) },
        }
      : issue;
  return { ...result, obstacles: result.obstacles.map(nameOf), warnings: result.warnings.map(nameOf) };
}

/** Returns who may read a run whose baseline was deleted. */
function formerOwner(onlyTeamId: string | null | undefined): HideableRow {
  return onlyTeamId === undefined
    ? { visibility: "open", teamId: null }
    : { visibility: "team", teamId: onlyTeamId };
}

/** Returns the response for one run. Throws not-found for an unknown run, and database-unavailable. */
export async function readGateResponse(gateId: string, reader: Reader): Promise<GateResponse> {
  const { deployments } = await readKnownDeployments(reader.sourceScope);
  const row = await readRows((database) =>
    database.gateRun.findUnique({ where: { id: gateId }, include: includeBaselineOwner }),
  );
  const found = row === null ? undefined : parseGateRow(row, { deployments, reader });
  if (found === undefined) throw new AppError("not-found", "this gate run does not exist");
  const { entry, result } = found;
  return {
    asOfMs: nowMs(),
    gate: entry,
    result,
    texts: {
      obstacles: (result?.obstacles ?? []).map(issueText),
      warnings: (result?.warnings ?? []).map(issueText),
      rules: (result?.rules ?? []).map(ruleText),
    },
  };
}
