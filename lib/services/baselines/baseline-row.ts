/** Converts baselines from database rows, and decides which of them a caller may read. */
import { z } from "zod";
import { findAuthorName } from "@/lib/server/sessions/author-names";
import { summariseBaseline } from "@/lib/analysis/baselines/summarise-baseline";
import { countRequests } from "@/lib/analysis/baselines/count-requests";
import { baselineSummary, type BaselineEntry } from "@/lib/contracts/baselines";
import { baselineStates, baselineVisibilities } from "@/lib/model/baseline/baseline";
import type { BaselineDocument } from "@/lib/model/baseline/baseline-document";
import { windowConcerns } from "@/lib/model/baseline/window-concern";
import { includesSource } from "@/lib/model/sources/source-scope";
import type { SignalId } from "@/lib/model/signals/signals";
import { describeRefusal } from "@/lib/server/access/team-rights";
import type { Reader } from "@/lib/server/principal";
import type { Prisma } from "@/lib/server/db/generated/client";
import type { Transaction } from "@/lib/server/with-change";
import type { EffectiveDeployment } from "@/lib/services/deployments/effective-deployments";
import type { BaselineImport } from "@/lib/model/baseline/import/baseline-import";
import { findOwningTeam } from "./baseline-owner";
import { captureRequest } from "./capture-request";

/** All columns except the document, so that lists stay fast. */
export const listedBaselineColumns = {
  id: true,
  deploymentId: true,
  name: true,
  state: true,
  progress: true,
  message: true,
  request: true,
  importHashVerified: true,
  contentHash: true,
  summary: true,
  expiresAt: true,
  isPinned: true,
  visibility: true,
  teamId: true,
  team: { select: { id: true, name: true } },
  deployment: { select: { teamId: true } },
  author: true,
  version: true,
  createdAt: true,
} satisfies Prisma.BaselineSelect;

/** Baseline as stored in the database, without its document. */
export type BaselineRow = Prisma.BaselineGetPayload<{ select: typeof listedBaselineColumns }>;
type Summary = NonNullable<BaselineEntry["summary"]>;

/**
 * Data that complete the entries of a list of baselines: the caller, and the readable deployments with their
 * default baselines and newest deploys.
 */
export interface BaselineEntryContext {
  readonly asOfMs: number;
  /** Deployments that the caller may read, by id. */
  readonly deployments: ReadonlyMap<string, Pick<EffectiveDeployment, "slug" | "title">>;
  readonly reader: Reader;
  /** Id of the default baseline by deployment id. */
  readonly defaults: ReadonlyMap<string, string>;
  /** Newest deploy by deployment id. */
  readonly deploys: ReadonlyMap<string, { readonly title: string; readonly atMs: number }>;
}

/** Summary as stored. Unknown kinds of concerns, which a newer release may have stored, are accepted. */
const storedSummary = baselineSummary.extend({
  concernKinds: z
    .array(z.string())
    .transform((kinds) => windowConcerns.filter((concern) => kinds.includes(concern))),
});

/** Returns the numbers of a baseline that lists display, so that they do not read the document. */
export function summariseDocument(document: BaselineDocument): Summary {
  const { deployment, window, measured, concerns, provenance, load } = document;
  const { distributions } = summariseBaseline(document);
  const p95 = (id: SignalId) =>
    distributions.find(({ signal }) => signal === id)?.quantiles.find(({ quantile }) => quantile === 0.95);
  const [ttftP95, e2eP95] = [p95("ttft"), p95("e2e")];
  return {
    deployment: {
      slug: deployment.slug,
      title: deployment.title,
      model: deployment.model,
      engine: deployment.engine,
    },
    source: provenance.source,
    window,
    blockMs: measured.blockMs,
    blockCount: measured.blockCount,
    requestCount: countRequests(measured),
    requestsPerSecond: load.requestsPerSecond,
    ttftP95Seconds: ttftP95?.value ?? null,
    e2eP95Seconds: e2eP95?.value ?? null,
    ...(ttftP95 === undefined ? {} : { ttftP95Bucket: ttftP95.bucket }),
    ...(e2eP95 === undefined ? {} : { e2eP95Bucket: e2eP95.bucket }),
    concernKinds: [...new Set(concerns.map(({ kind }) => kind))],
  };
}

/**
 * Converts the row of a baseline into an API entry. Returns undefined if the caller may not read its source. A baseline
 * whose deployment was deleted remains readable for callers who may read its source.
 */
export function toBaselineEntry(row: BaselineRow, context: BaselineEntryContext): BaselineEntry | undefined {
  const summary = row.summary === null ? null : storedSummary.parse(row.summary);
  const request = row.request === null ? null : captureRequest.parse(row.request);
  const deployment = row.deploymentId === null ? undefined : context.deployments.get(row.deploymentId);
  const source = summary?.source ?? request?.source;
  const isReadable =
    row.deploymentId === null
      ? source !== undefined && includesSource(context.reader.sourceScope, source)
      : deployment !== undefined;
  if (!isReadable) return undefined;
  const expiresAtMs = row.expiresAt?.getTime() ?? null;
  const deploy = row.deploymentId === null ? undefined : context.deploys.get(row.deploymentId);
  return {
    id: row.id,
    name: row.name,
    state: baselineStates.find((state) => state === row.state) ?? "failed",
    progress: row.progress,
    message: row.message,
    deployment: deployment === undefined ? null : { slug: deployment.slug, title: deployment.title },
    formerTitle: (summary?.deployment ?? request?.deployment)?.title ?? null,
    window: summary?.window ?? (request === null ? null : { startMs: request.startMs, endMs: request.endMs }),
    summary,
    contentHash: row.contentHash,
    isDefault: row.deploymentId !== null && context.defaults.get(row.deploymentId) === row.id,
    isPinned: row.isPinned,
    expiresAtMs,
    isExpired: !row.isPinned && expiresAtMs !== null && expiresAtMs <= context.asOfMs,
    laterDeploy:
      deploy !== undefined && summary !== null && deploy.atMs > summary.window.endMs ? deploy : null,
    visibility: baselineVisibilities.find((one) => one === row.visibility) ?? "team",
    team: row.team,
    changeRefusal: describeRefusal(context.reader, findOwningTeam(row), {
      contractId: "edit-baseline",
      noun: "baseline",
    }),
    defaultRefusal: describeRefusal(
      context.reader,
      { teamId: row.deployment?.teamId ?? null },
      { contractId: "set-default-baseline", noun: "deployment" },
    ),
    author: findAuthorName(row.author),
    imported: importOf(row),
    version: row.version,
    createdAtMs: row.createdAt.getTime(),
  };
}

/** Returns the import of a baseline; null for a baseline that was captured here. A captured baseline has a capture request. */
function importOf({
  request,
  author,
  createdAt,
  importHashVerified,
}: Pick<BaselineRow, "request" | "author" | "createdAt" | "importHashVerified">): BaselineImport | null {
  if (request !== null) return null;
  return {
    importedBy: findAuthorName(author),
    atMs: createdAt.getTime(),
    isHashVerified: importHashVerified,
  };
}

type RowReader = Pick<Transaction, "$queryRaw">;

interface DefaultRow {
  readonly deploymentId: string;
  readonly baselineId: string | null;
}

interface DeployRow {
  readonly deploymentId: string;
  readonly at: Date;
  readonly title: string;
}

/**
 * Reads the default baselines and newest deploys that entries need besides their rows, in two queries for
 * any number of baselines.
 */
export async function readBaselineEntryContext(
  database: RowReader,
  {
    asOfMs,
    deployments,
    reader,
  }: Pick<BaselineEntryContext, "asOfMs" | "reader"> & {
    readonly deployments: readonly Pick<EffectiveDeployment, "id" | "slug" | "title">[];
  },
): Promise<BaselineEntryContext> {
  // The Prisma client would read all rows and remove the older ones itself.
  const defaults = await database.$queryRaw<readonly DefaultRow[]>`
    select distinct on (deployment_id) deployment_id as "deploymentId",
      case when is_removal then null else baseline_id end as "baselineId"
    from baseline_defaults order by deployment_id, since desc, id desc`;
  const deploys = await database.$queryRaw<readonly DeployRow[]>`
    select distinct on (deployment_id) deployment_id as "deploymentId", at, title
    from events where kind = 'deploy' and deployment_id is not null
    order by deployment_id, at desc, id desc`;
  return {
    asOfMs,
    reader,
    deployments: new Map(deployments.map((one) => [one.id, one])),
    defaults: new Map(
      defaults.flatMap(({ deploymentId, baselineId }) =>
        baselineId === null ? [] : [[deploymentId, baselineId] as const],
      ),
    ),
    deploys: new Map(
      deploys.map(({ deploymentId, at, title }) => [deploymentId, { title, atMs: at.getTime() }] as const),
    ),
  };
}
