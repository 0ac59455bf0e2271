/** Adds an accelerator from a form, or writes a new version of an accelerator. */
import type {
  addAcceleratorContract,
  editAcceleratorContract,
} from "@/lib/contracts/roofline/roofline-tables";
import type { AcceleratorDocument } from "@/lib/model/roofline/accelerator-schema";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { addEntry, changeEntry } from "./change-entry";
import { toAcceleratorRow } from "./describe-rows";
import { createEntryId } from "./write-entry";

type Form = Omit<AcceleratorDocument["accelerator"], "id" | "confidence">;

/** Returns the document of a form. Typed values always have the confidence "stated". */
function acceleratorDocumentOf(id: string, form: Form): AcceleratorDocument {
  return { kind: "accelerator", version: 1, accelerator: { ...form, id, confidence: "stated" } };
}

/** Adds an accelerator. Throws invalid-input, conflict, too-large and database-unavailable. */
export const addAccelerator: Handler<typeof addAcceleratorContract> = async ({ body, principal }) => {
  const entryId = createEntryId(body.accelerator.name);
  const document = acceleratorDocumentOf(entryId, body.accelerator);
  const written = await addEntry({ kind: "accelerator", entryId, principal }, document);
  return { asOfMs: nowMs(), row: toAcceleratorRow({ ...written, document }) };
};

/** Writes a new version of an accelerator. Throws not-found, precondition-failed and database-unavailable. */
export const editAccelerator: Handler<typeof editAcceleratorContract> = async ({
  params: { entryId },
  body,
  principal,
  expectedVersion,
}) => {
  const written = await changeEntry<AcceleratorDocument>(
    { kind: "accelerator", entryId, principal },
    expectedVersion,
    (present) => {
      if ("restoreVersion" in body) return body;
      return "isRetired" in body
        ? { document: present, isRetired: body.isRetired }
        : { document: acceleratorDocumentOf(entryId, body.accelerator), isRetired: false };
    },
  );
  return { asOfMs: nowMs(), row: toAcceleratorRow(written) };
};
