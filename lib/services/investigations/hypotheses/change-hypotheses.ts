/** Adds, edits and ranks the hypotheses of an investigation. */
import type {
  addHypothesisContract,
  editHypothesisContract,
  rankHypothesesContract,
} from "@/lib/contracts/investigations/hypotheses";
import { AppError } from "@/lib/model/app-error";
import { hasEvidenceFor } from "@/lib/model/investigation/hypothesis";
import { investigationLimits } from "@/lib/model/investigation/investigation-limits";
import { Prisma } from "@/lib/server/db/generated/client";
import type { Handler } from "@/lib/server/handler";
import { assertVersion } from "@/lib/server/route";
import type { Transaction } from "@/lib/server/with-change";
import { changeInvestigation, createRefusalError } from "../change-investigation";
import { assertCurrentRound } from "../steps/step-records";
import { parseHypothesisStatus, readHypotheses, readHypothesis } from "./hypothesis-row";

const { maxHypotheses } = investigationLimits;

/**
 * Adds a hypothesis with the last rank. Throws not-found, forbidden and database-unavailable. Throws conflict at the
 * limit.
 */
export const addHypothesis: Handler<typeof addHypothesisContract> = async ({ params, body, principal }) => {
  const request = { principal, number: params.number, changeName: "add-hypothesis" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const { transaction, row, asOf } = write;
    const { _max: last, _count: count } = await transaction.hypothesis.aggregate({
      where: { investigationId: row.id },
      _max: { number: true, rank: true },
      _count: true,
    });
    if (count >= maxHypotheses)
      throw createRefusalError(
        `The investigation has ${count} hypotheses, which is the limit.`,
        "There are too many hypotheses",
      );
    const number = (last.number ?? 0) + 1;
    const { effect, ...columns } = body;
    const { id } = await transaction.hypothesis.create({
      data: {
        ...columns,
        effect: effect ?? Prisma.DbNull,
        investigationId: row.id,
        number,
        rank: (last.rank ?? 0) + 1,
        author: principal.id,
        createdAt: asOf,
      },
      select: { id: true },
    });
    const { statement } = body;
    const state = { action: "added", statement, fromStatus: null, toStatus: "open" } as const;
    await write.recordTimelineEntry({ kind: "hypothesis", number, ...state });
    return readHypothesis(transaction, id);
  });
  return { asOfMs, hypothesis: value };
};

/**
 * Changes the statement, layer, cause class, predicted effect or status of a hypothesis of the current round. Throws
 * read-only for an earlier round. Throws not-found, forbidden
 * and database-unavailable. Throws precondition-failed for another version, and conflict for a supported hypothesis
 * without evidence for it.
 */
export const editHypothesis: Handler<typeof editHypothesisContract> = async (input) => {
  const { params, body, principal, expectedVersion } = input;
  const request = { principal, number: params.number, changeName: "edit-hypothesis" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const { transaction, row } = write;
    const present = await transaction.hypothesis.findUnique({
      where: { id: params.hypothesisId, investigationId: row.id },
    });
    if (present === null) throw new AppError("not-found", "this hypothesis does not exist");
    assertVersion(String(present.version), expectedVersion);
    const { round } = await readHypothesis(transaction, present.id);
    assertCurrentRound(round, row.round);
    if (body.status === "supported" && present.status !== "supported")
      await assertSupport(transaction, present.id);
    const changed = await transaction.hypothesis.update({
      where: { id: present.id },
      data: {
        version: { increment: 1 },
        ...(body.statement === undefined ? {} : { statement: body.statement }),
        ...(body.layer === undefined ? {} : { layer: body.layer }),
        ...(body.causeClass === undefined ? {} : { causeClass: body.causeClass }),
        ...(body.effect === undefined ? {} : { effect: body.effect ?? Prisma.DbNull }),
        ...(body.status === undefined ? {} : { status: body.status }),
      },
    });
    await write.recordTimelineEntry({
      kind: "hypothesis",
      number: changed.number,
      action: "edited",
      statement: changed.statement,
      fromStatus: parseHypothesisStatus(present.status),
      toStatus: parseHypothesisStatus(changed.status),
    });
    return readHypothesis(transaction, changed.id);
  });
  return { asOfMs, hypothesis: value };
};

/** Throws conflict if no evidence for the hypothesis exists. */
async function assertSupport(transaction: Transaction, id: string): Promise<void> {
  if (!hasEvidenceFor(await readHypothesis(transaction, id)))
    throw createRefusalError(
      "A supported hypothesis needs evidence for it. Link this evidence first.",
      "The hypothesis has no evidence for it",
    );
}

/**
 * Changes the order of the hypotheses. Throws not-found, forbidden and database-unavailable. Throws conflict if the
 * order lacks a hypothesis or repeats one.
 */
export const rankHypotheses: Handler<typeof rankHypothesesContract> = async ({ params, body, principal }) => {
  const { order } = body;
  const request = { principal, number: params.number, changeName: "rank-hypotheses" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const { transaction, row } = write;
    const present = await transaction.hypothesis.findMany({
      where: { investigationId: row.id },
      orderBy: [{ rank: "asc" }, { number: "asc" }],
      select: { id: true, number: true },
    });
    const numbers = order.flatMap((id) => present.find((one) => one.id === id)?.number ?? []);
    if (order.length !== present.length || new Set(numbers).size !== present.length)
      throw new AppError("conflict", "the order must contain each hypothesis once", {
        userMessage: {
          title: "Another person added or removed a hypothesis",
          next: "Reload the page and change the order again.",
        },
      });
    if (present.some(({ id }, index) => id !== order[index])) {
      for (const [index, id] of order.entries())
        await transaction.hypothesis.update({ where: { id }, data: { rank: index + 1 } });
      await write.recordTimelineEntry({ kind: "hypothesis-ranks", numbers });
    }
    return readHypotheses(transaction, row.id);
  });
  return { asOfMs, hypotheses: value };
};
