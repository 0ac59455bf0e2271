/** Saves the input to the form of a step in the current round. */
import type { saveStepContract, StepRecordEntry } from "@/lib/contracts/investigations/progress";
import { getStep } from "@/lib/investigations/steps/steps";
import { AppError } from "@/lib/model/app-error";
import { stepDraftPart } from "@/lib/model/investigation/step-ids";
import type { StepInput } from "@/lib/model/investigation/step-record";
import type { Handler } from "@/lib/server/handler";
import { assertVersion } from "@/lib/server/route";
import { changeInvestigation, type InvestigationChange } from "../change-investigation";
import { findStep, toStepRecord } from "./step-records";

/**
 * Saves the input of a step, and deletes the draft that the input contains. Input without a difference changes nothing.
 * Throws not-found, forbidden and database-unavailable. Throws invalid-input for an unknown field or checklist item.
 * Throws read-only for an earlier round. Throws precondition-failed for another version.
 */
export const saveStep: Handler<typeof saveStepContract> = async (input) => {
  const { params, body, principal, expectedVersion } = input;
  const { number, step } = params;
  const { round, answers, checked, draftUpdatedAtMs } = body;
  const request = { principal, number, changeName: "save-step" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const row = await findStep(write, { step, round });
    assertVersion(String(row.version), expectedVersion);
    // The draft is deleted in the same transaction, so that a browser that closes now does not show it again.
    if (draftUpdatedAtMs !== undefined)
      await deleteDraft(write, stepDraftPart(round, step), draftUpdatedAtMs);
    const present = toStepRecord(row);
    assertKnownIds(present, { answers, checked });
    const fields = findChangedFields(present, { answers, checked });
    if (fields.length === 0) return present;
    const changed = await write.transaction.stepRecord.update({
      where: { id: row.id },
      data: { answers, checked, version: { increment: 1 } },
    });
    const changes = listReplacedTexts(present.answers, answers);
    await write.recordTimelineEntry({ kind: "step-input", round, step, fields, changes });
    return toStepRecord(changed);
  });
  return { asOfMs, step: value };
};

/** Deletes the draft of the caller. A newer draft, from another tab or device of the caller, remains. */
async function deleteDraft(
  { transaction, principal, row }: InvestigationChange,
  part: string,
  updatedAtMs: number,
): Promise<void> {
  const updatedAt = new Date(updatedAtMs);
  await transaction.draft.deleteMany({
    where: { writer: principal.id, investigationId: row.id, part, updatedAt },
  });
}

/**
 * Throws invalid-input for a field or checklist item that the step does not have, because no page would show it. Stored
 * values of a former field stay valid.
 */
function assertKnownIds(present: StepRecordEntry, { answers, checked }: StepInput): void {
  const { fields, checklist } = getStep(present.step);
  const fieldIds = fields.map(({ id }) => id);
  const itemIds = [...checklist, ...present.addedItems].map(({ id }) => id);
  const knownFields = new Set([...fieldIds, ...Object.keys(present.answers)]);
  const knownItems = new Set([...itemIds, ...present.checked]);
  const errors = [
    ...Object.keys(answers)
      .filter((id) => !knownFields.has(id))
      .map((id) => ({ pointer: `#/answers/${id}`, detail: describeUnknown("field", id, fieldIds) })),
    ...checked
      .filter((id) => !knownItems.has(id))
      .map((id) => ({ pointer: "#/checked", detail: describeUnknown("checklist item", id, itemIds) })),
  ];
  const [first] = errors;
  if (first !== undefined) throw new AppError("invalid-input", first.detail, { errors });
}

function describeUnknown(noun: string, id: string, known: readonly string[]): string {
  return `The step has no ${noun} “${id}”. Known ids: ${known.join(", ")}.`;
}

/** Returns the ids of fields and checklist items with another value, sorted. */
function findChangedFields(before: StepInput, after: StepInput): string[] {
  const ids = new Set([...Object.keys(before.answers), ...Object.keys(after.answers)]);
  const items = new Set([...before.checked, ...after.checked]);
  return [
    ...[...ids].filter((id) => (before.answers[id] ?? "") !== (after.answers[id] ?? "")),
    ...[...items].filter((id) => before.checked.includes(id) !== after.checked.includes(id)),
  ].toSorted();
}

/** Returns the texts that the edit replaces, so that the timeline shows them. */
function listReplacedTexts(before: StepInput["answers"], after: StepInput["answers"]) {
  return Object.keys({ ...before, ...after })
    .toSorted()
    .filter((field) => (before[field] ?? "") !== (after[field] ?? ""))
    .map((field) => ({ field, from: before[field] ?? null }));
}
