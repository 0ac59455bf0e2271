/** Schema of the form that changes the state. The server decides whether the change is possible. */
import type { ChangeStateBody } from "@/lib/contracts/investigations/progress";
import { fail, succeed } from "@/lib/base/result";
import { investigationStates, type InvestigationState } from "@/lib/model/investigation/investigation-state";
import {
  nullIfEmpty,
  parseOption,
  textField,
  z,
  type FormSchema,
} from "@/components/shared/forms/field-schemas";
import { optionalReasonField } from "../steps/reason-field";

/** Values of the form. Fields are named as in the request body. */
export interface StateValues {
  readonly state: string;
  readonly reason: string;
  readonly overrideReason: string;
  /** Id of the deploy event that contains the fix; empty for none. */
  readonly deployEventId: string;
  /** Number of the investigation that stays open, as 31 or INV-31. */
  readonly duplicateOf: string;
}

/** The output of the form. The state before the change is added when the form is sent. */
export type StateBody = Omit<ChangeStateBody, "from">;

/** Checks the form that changes the state. "INV-31" and "31" both name investigation 31 as the duplicate. */
export const stateSchema: FormSchema<StateValues, StateBody> = z.object({
  state: textField(parseOption(investigationStates)),
  reason: optionalReasonField,
  overrideReason: optionalReasonField,
  deployEventId: textField(nullIfEmpty(succeed)),
  duplicateOf: textField(
    nullIfEmpty((text) => {
      const digits = /^(?:inv-)?([1-9]\d{0,8})$/i.exec(text)?.[1];
      return digits === undefined ? fail("Enter a number such as INV-31.") : succeed(Number(digits));
    }),
  ),
});

/** Returns the values of a new form. */
export function createStateValues(state: InvestigationState): StateValues {
  return { state, reason: "", overrideReason: "", deployEventId: "", duplicateOf: "" };
}
