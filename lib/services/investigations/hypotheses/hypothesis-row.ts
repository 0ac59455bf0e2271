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
import { findAuthorName } from "@/lib/server/sessions/author-names";
import type { Transaction } from "@/lib/server/with-change";

const includeEvidence = {
  evidence: {
    where: { evidence: { removedAt: null } },
    orderBy: { evidence: { number: "asc" } },
    include: { evidence: { select: { number: true } } },
  },
} satisfies Prisma.HypothesisInclude;

type HypothesisRow = Prisma.HypothesisGetPayload<{ include: typeof includeEvidence }>;

type Reader = Pick<Transaction, "hypothesis" | "timelineEntry">;

/** Returns the hypotheses of an investigation, by rank. */
export async function readHypotheses(database: Reader, investigationId: string): Promise<HypothesisEntry[]> {
  const rows = await database.hypothesis.findMany({
    where: { investigationId },
    orderBy: [{ rank: "asc" }, { number: "asc" }],
    include: includeEvidence,
  });
  const starts = await readRoundStarts(database, investigationId);
  return rows.map((row) => toHypothesis(row, starts));
}

/** Returns the hypothesis with this id, with its evidence. */
export async function readHypothesis(database: Reader, id: string): Promise<HypothesisEntry> {
  const row = await database.hypothesis.findUniqueOrThrow({ where: { id }, include: includeEvidence });
  return toHypothesis(row, await readRoundStarts(database, row.investigationId));
}

/** Returns when the rounds after the first one began, in ms since 1970. */
async function readRoundStarts(database: Reader, investigationId: string): Promise<readonly number[]> {
  const where = { investigationId, kind: "round" };
  const entries = await database.timelineEntry.findMany({ where, select: { at: true } });
  return entries.map(({ at }) => at.getTime());
}

function toHypothesis(row: HypothesisRow, roundStarts: readonly number[]): HypothesisEntry {
  return {
    id: row.id,
    number: row.number,
    round: 1 + roundStarts.filter((startMs) => startMs <= row.createdAt.getTime()).length,
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
    author: findAuthorName(row.author),
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
