/** Schema of the form that creates an API token. */
import type { CreateTokenBody } from "@/lib/contracts/people/tokens";
import { succeed } from "@/lib/base/result";
import { nameError, tokenLifetimeDays, type TokenScope } from "@/lib/model/person";
import {
  nonEmptyList,
  textField,
  validatedBy,
  z,
  type FormSchema,
} from "@/components/shared/forms/field-schemas";

/** Values in the fields of the token form. */
export interface TokenValues {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly lifetimeDays: string;
}

/** Values of a new token form. */
export const newTokenValues: TokenValues = {
  name: "",
  scopes: ["read"],
  lifetimeDays: String(tokenLifetimeDays.initial),
};

/** Schema that converts the token form to a request body. */
export const tokenSchema: FormSchema<TokenValues, CreateTokenBody> = z.object({
  name: textField(validatedBy(nameError)),
  scopes: nonEmptyList<TokenScope>("choose at least one scope"),
  lifetimeDays: textField((text) => succeed(Number(text))),
});
