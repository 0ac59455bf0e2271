/** The schema of a reason that stays on record. */
import { titleError } from "@/lib/model/event";
import { reasonRules } from "@/lib/model/investigation/investigation-limits";
import { nullIfEmpty, textField, validatedBy } from "@/components/shared/forms/field-schemas";

const validReason = validatedBy((text) => titleError(text, reasonRules));

/** Field of a required reason. */
export const reasonField = textField(validReason);
/** Field of an optional reason. Its output is null for an empty text. */
export const optionalReasonField = textField(nullIfEmpty(validReason));
