/** The schema of a reason that stays on record. */
import { titleError } from "@/lib/model/event";
import { reasonRules } from "@/lib/model/investigation/investigation-limits";
import { nullIfEmpty, textField, validatedBy } from "@/components/shared/forms/field-schemas";

const validReason = validatedBy((text) => titleError(text, reasonRules));

export const reasonField = textField(validReason);
export const optionalReasonField = textField(nullIfEmpty(validReason));
