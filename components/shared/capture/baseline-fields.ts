/** Fields that the forms of baselines share. */
import { fail, succeed } from "@/lib/base/result";
import { baselineNameRules } from "@/lib/model/baseline/baseline";
import { titleError } from "@/lib/model/event";
import { parseDateInputMs } from "@/components/shared/date-input";
import { nullIfEmpty, textField, validatedBy } from "@/components/shared/forms/field-schemas";

/** Schema of the field for the name of a baseline. */
export const nameField = textField(validatedBy((text) => titleError(text, baselineNameRules)));

/** Schema of the field for the expiry of a baseline. Empty: never. */
export const expiryField = textField(
  nullIfEmpty((text) => {
    const atMs = parseDateInputMs(text);
    return atMs === undefined ? fail("Enter a date and a time, or leave the field empty.") : succeed(atMs);
  }),
);
