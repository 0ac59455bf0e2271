/** Fields that the forms of baselines share. */
import { fail, succeed } from "@/lib/base/result";
import { baselineNameRules } from "@/lib/model/baseline/baseline";
import { titleError } from "@/lib/model/event";
import { parseDateInputMs } from "@/components/shared/events/event-schema";
import { nullIfEmpty, textField, validatedBy } from "@/components/shared/forms/field-schemas";

export const nameField = textField(validatedBy((text) => titleError(text, baselineNameRules)));

/** The text of a date input in the browser's time zone, or an empty text for never. */
export const expiryField = textField(
  nullIfEmpty((text) => {
    const atMs = parseDateInputMs(text);
    return atMs === undefined ? fail("Enter a date and a time, or leave the field empty.") : succeed(atMs);
  }),
);
