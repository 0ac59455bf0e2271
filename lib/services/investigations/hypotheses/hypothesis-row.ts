/** Reads hypotheses with their evidence. */
import { predictedEffect } from "@/lib/contracts/investigations/response-fields";
import type { HypothesisEntry } from "@/lib/contracts/investigations/hypotheses";
import {
  evidenceDirections,
  evidenceWeights,
  type EvidenceDirection,
  type EvidenceWeight,
} from "@/lib/model/investigation/evidence";
import {
  causeLayers,
  hypothesisStatuses,
  type CauseLayer,
  type HypothesisStatus,
  type PredictedEffect,
} from "@/lib/model/investigation/hypothesis";
import type { Prisma } from "@/lib/server/db/generated/client";
import { authorName } from "@/lib/server/sessions/author-names";
import type { Transaction } from "@/lib/server/with-change";

const includeEvidence = {
  evidence: {
    where: { evidence: { removedAt: null } },
    orderBy: { evidence: { number: "asc" } },
    include: { evidence: { select: { number: true } } },
  },
} satisfies Prisma.HypothesisInclude;

type HypothesisRow = Prisma.HypothesisGetPayload<{ include: typeof includeEvidence }>;

/** Returns the hypotheses of an investigation, by rank. */
export async function readHypotheses(
  database: Pick<Transaction, "hypothesis">,
  investigationId: string,
): Promise<HypothesisEntry[]> {
  const rows = await database.hypothesis.findMany({
    where: { investigationId },
    orderBy: [{ rank: "asc" }, { number: "asc" }],
    include: includeEvidence,
  });
  return rows.map(toHypothesis);
}

/** Returns the hypothesis with this id, with its evidence. */
export async function readHypothesis(
  database: Pick<Transaction, "hypothesis">,
  id: string,
): Promise<HypothesisEntry> {
  const where = { id };
  return toHypothesis(await database.hypothesis.findUniqueOrThrow({ where, include: includeEvidence }));
}

function toHypothesis(row: HypothesisRow): HypothesisEntry {
  return {
    id: row.id,
    number: row.number,
    statement: row.statement,
    layer: parseLayer(row.layer),
    causeClass: row.causeClass,
    effect: row.effect === null ? null : parseEffect(row.effect),
    status: parseHypothesisStatus(row.status),
    rank: row.rank,
    evidence: row.evidence.map(({ evidenceId, evidence, direction, weight }) => ({
      evidenceId,
      number: evidence.number,
      direction: parseDirection(direction),
      weight: parseWeight(weight),
    })),
    author: authorName(row.author),
    version: row.version,
    createdAtMs: row.createdAt.getTime(),
  };
}

function parseLayer(stored: string): CauseLayer {
  return causeLayers.find((layer) => layer === stored) ?? "application";
}

function parseEffect(stored: unknown): PredictedEffect {
  return predictedEffect.parse(stored);
}

/** Returns the stored status. The constraints of the columns refuse other values. */
export function parseHypothesisStatus(stored: string): HypothesisStatus {
  return hypothesisStatuses.find((status) => status === stored) ?? "open";
}

/** Returns the stored direction of evidence. */
export function parseDirection(stored: string): EvidenceDirection {
  return evidenceDirections.find((direction) => direction === stored) ?? "for";
}

/** Returns the stored weight of evidence. */
export function parseWeight(stored: string): EvidenceWeight {
  return evidenceWeights.find((weight) => weight === stored) ?? "weak";
}
