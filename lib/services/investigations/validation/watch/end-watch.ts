/** Ends the watch of a validation by hand. */
import type { endWatchContract } from "@/lib/contracts/investigations/validations";
import type { Handler } from "@/lib/server/handler";
import { changeInvestigation, createRefusalError } from "../../change-investigation";
import { findValidation, withoutReport } from "../validation-row";
import { endWatches } from "./change-watch";

/**
 * Ends the watch of a validation, with a reason. Throws not-found, forbidden and database-unavailable. Throws conflict
 * if no watch is active.
 */
export const endWatch: Handler<typeof endWatchContract> = async ({ params, body, principal }) => {
  const request = { principal, number: params.number, changeName: "end-watch" };
  const { asOfMs, value } = await changeInvestigation(request, async (write) => {
    const { transaction, row } = write;
    const { watch } = await findValidation(transaction, params.validationId, row.id);
    if (watch?.state !== "active")
      throw createRefusalError("This validation has no active watch.", "The watch cannot be ended");
    await endWatches(write, body.reason);
    return withoutReport(await findValidation(transaction, params.validationId, row.id));
  });
  return { asOfMs, validation: value };
};
