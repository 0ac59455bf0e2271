/** Schema of the form that creates an API token. */
import type { CreateTokenBody } from "@/lib/contracts/people/tokens";
import { succeed } from "@/lib/base/result";
import { tokenLifetimeDays, tokenNameMaxLength, type TokenScope } from "@/lib/model/person";
import { nonEmpty, textField, z, type FormSchema } from "@/components/shared/forms/field-schemas";

export interface TokenValues {
  readonly name: string;
  readonly scopes: readonly TokenScope[];
  readonly lifetimeDays: string;
}

export const newTokenValues: TokenValues = {
  name: "",
  scopes: ["read"],
  lifetimeDays: String(tokenLifetimeDays.initial),
};

const scopesField = z.pipe(
  z.custom<readonly TokenScope[]>(),
  z.transform((scopes: readonly TokenScope[], { issues }): TokenScope[] => {
    if (scopes.length === 0)
      issues.push({ code: "custom", message: "choose at least one scope", input: scopes });
    return [...scopes];
  }),
);

export const tokenSchema: FormSchema<TokenValues, CreateTokenBody> = z.object({
  name: textField(nonEmpty(`must have 1 to ${tokenNameMaxLength} characters`)),
  scopes: scopesField,
  lifetimeDays: textField((text) => succeed(Number(text))),
});
