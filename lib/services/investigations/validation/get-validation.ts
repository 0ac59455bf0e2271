/** Handlers that read stored validations. */
import type { validationContract, validationsContract } from "@/lib/contracts/investigations/validations";
import { nowMs } from "@/lib/server/clock";
import { readRows } from "@/lib/server/db/read-rows";
import type { Handler } from "@/lib/server/handler";
import { findInvestigationId } from "../find-investigation";
import { findValidation, readValidations, withoutReport } from "./validation-row";

/** Returns the validations of all rounds without their reports. Throws not-found and database-unavailable. */
export const listValidations: Handler<typeof validationsContract> = async ({ params, principal }) => {
  const validations = await readRows(async (database) =>
    readValidations(database, await findInvestigationId(database, params.number, principal)),
  );
  return { asOfMs: nowMs(), validations: validations.map(withoutReport) };
};

/** Returns a validation with its report. Throws not-found and database-unavailable. */
export const getValidation: Handler<typeof validationContract> = async ({ params, principal }) => {
  const validation = await readRows(async (database) => {
    const investigationId = await findInvestigationId(database, params.number, principal);
    return findValidation(database, params.validationId, investigationId);
  });
  return { asOfMs: nowMs(), validation };
};
