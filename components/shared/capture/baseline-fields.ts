/** Fields that the forms of baselines share. */
import { fail, succeed } from "@/lib/base/result";
import { baselineNameRules } from "@/lib/model/baseline/baseline";
import { titleError } from "@/lib/model/event";
import { parseDateInputMs } from "@/components/shared/date-input";
import { nullIfEmpty, textField, validatedBy } from "@/components/shared/forms/field-schemas";

export const nameField = textField(validatedBy((text) => titleError(text, baselineNameRules)));

/** The text of a date input, or an empty text for never. */
export const expiryField = textField(
  nullIfEmpty((text) => {
    const atMs = parseDateInputMs(text);
    return atMs === undefined ? fail("Enter a date and a time, or leave the field empty.") : succeed(atMs);
  }),
);
