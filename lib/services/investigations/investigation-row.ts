/** Converts investigations from database rows. */
import { z } from "zod";
import type { Investigation, InvestigationEntry } from "@/lib/contracts/investigations/investigations";
import { conditionSchema, goalSchema } from "@/lib/model/investigation/goal-schema";
import { timeWindow } from "@/lib/contracts/fields";
import {
  investigationVisibilities,
  linkKinds,
  investigationOrigins,
} from "@/lib/model/investigation/investigation";
import { findBaselineState } from "@/lib/model/investigation/step-change";
import { investigationStates } from "@/lib/model/investigation/investigation-state";
import { parseSeverity } from "@/lib/model/investigation/severity";
import { firstStep, stepIds, type StepId } from "@/lib/model/investigation/step-ids";
import { isVisibleTo } from "@/lib/server/access/team-rights";
import type { Prisma } from "@/lib/server/db/generated/client";
import type { Reader } from "@/lib/server/principal";
import { findAuthorName } from "@/lib/server/sessions/author-names";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";

const named = { select: { id: true, name: true } } as const;

/** Relations that an entry of a list needs. */
export const includeListFields = {
  owner: named,
  team: named,
  deployments: { select: { deploymentId: true } },
} satisfies Prisma.InvestigationInclude;

/** Relations that an investigation with all its properties needs. */
export const includeProperties = {
  ...includeListFields,
  baseline: { select: { id: true, name: true, visibility: true, teamId: true, deploymentId: true } },
  deployEvent: { select: { id: true, title: true, at: true, deploymentId: true } },
} satisfies Prisma.InvestigationInclude;

/** Investigation as stored in the database, with the fields of a list. */
export type ListedInvestigationRow = Prisma.InvestigationGetPayload<{ include: typeof includeListFields }>;

/** Investigation as stored in the database, with all properties. */
export type InvestigationRow = Prisma.InvestigationGetPayload<{ include: typeof includeProperties }>;

/** The caller, and the deployments that the caller may read, by id. */
export interface InvestigationRowContext {
  readonly reader: Reader;
  readonly deployments: ReadonlyMap<string, { readonly slug: string; readonly title: string }>;
}

/**
 * Reads the context. Called before a transaction begins, because the first read of a process waits for a
 * connection.
 */
export async function readInvestigationRowContext(reader: Reader): Promise<InvestigationRowContext> {
  const { deployments } = await readKnownDeployments(reader.sourceScope);
  return {
    reader,
    deployments: new Map(deployments.map(({ id, slug, title }) => [id, { slug, title }])),
  };
}

/** Returns the ids of the deployments of an investigation. */
export function listDeploymentIds({
  deployments,
}: Pick<ListedInvestigationRow, "deployments">): readonly string[] {
  return deployments.map(({ deploymentId }) => deploymentId);
}

const toMs = (time: Date | null): number | null => time?.getTime() ?? null;

/** Returns the stored step. The constraint of the column refuses other values. */
export function parseStep(stored: string): StepId {
  return stepIds.find((id) => id === stored) ?? firstStep;
}

/** Returns an investigation as lists show it. */
export function toInvestigationEntry(
  row: ListedInvestigationRow,
  { deployments }: InvestigationRowContext,
): InvestigationEntry {
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    severity: parseSeverity(row.severity),
    state: investigationStates.find((state) => state === row.state) ?? "triage",
    step: parseStep(row.step),
    round: row.round,
    deployments: row.deployments
      .flatMap(({ deploymentId }) => deployments.get(deploymentId) ?? [])
      .toSorted((one, other) => one.title.localeCompare(other.title)),
    owner: row.owner,
    team: row.team,
    visibility: investigationVisibilities.find((one) => one === row.visibility) ?? "team",
    tags: row.tags,
    dueOn: row.dueOn?.toISOString().slice(0, 10) ?? null,
    startedAtMs: toMs(row.startedAt),
    detectedAtMs: toMs(row.detectedAt),
    mitigatedAtMs: toMs(row.mitigatedAt),
    resolvedAtMs: toMs(row.resolvedAt),
    author: findAuthorName(row.author),
    version: row.version,
    createdAtMs: row.createdAt.getTime(),
    updatedAtMs: row.updatedAt.getTime(),
  };
}

const storedOpening = z.object({
  kind: z.enum(investigationOrigins),
  path: z.string().nullable().default(null),
  window: timeWindow.exactOptional(),
});
/** Returns from where an investigation was opened. */
export function parseOpening(stored: unknown): Investigation["opening"] {
  return storedOpening.parse(stored);
}

const storedConditions = z.array(conditionSchema);
const storedLinks = z.array(z.object({ kind: z.enum(linkKinds), title: z.string(), url: z.string() }));

/** Returns an investigation with all its properties. */
export function toInvestigation(row: InvestigationRow, context: InvestigationRowContext): Investigation {
  const { baseline, deployEvent } = row;
  const isBaselineVisible = baseline !== null && isVisibleTo(context.reader, baseline);
  return {
    ...toInvestigationEntry(row, context),
    opening: parseOpening(row.opening),
    goal: row.goal === null ? null : goalSchema.parse(row.goal),
    conditions: storedConditions.parse(row.conditions),
    links: storedLinks.parse(row.links),
    baseline: isBaselineVisible
      ? {
          id: baseline.id,
          name: baseline.name,
          isOfOtherDeployment: findBaselineState(baseline, listDeploymentIds(row)) === "other-deployment",
        }
      : null,
    deploy:
      deployEvent === null
        ? null
        : { id: deployEvent.id, title: deployEvent.title, atMs: deployEvent.at.getTime() },
  };
}
