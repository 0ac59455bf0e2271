"use client";

import { useId } from "react";
import { useController } from "react-hook-form";
import type { TokenScope } from "@/lib/model/person";
import type { FormFields } from "@/components/shared/forms/use-saved-form";
import { FieldError } from "@/components/ui/field";
import type { TokenValues } from "./token-schema";

/** Completes "The token may …". */
const scopeText: Readonly<Record<TokenScope, string>> = {
  read: "read all data except the audit trail",
  write: "change what an editor may change",
  gate: "create and read gate runs",
  events: "record events",
};

interface ScopeFieldProps {
  readonly form: FormFields<TokenValues>;
  /** Scopes that the caller may give to a token. */
  readonly scopes: readonly TokenScope[];
}

/** Chooses the scopes of a token. */
export function ScopeField({ form, scopes }: ScopeFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name: "scopes" });
  const id = useId();
  const chosen = field.value;
  // The error of a list, in contrast to that of its items.
  const error = fieldState.error?.root?.message ?? null;
  const toggle = (scope: TokenScope): void =>
    field.onChange(chosen.includes(scope) ? chosen.filter((one) => one !== scope) : [...chosen, scope]);
  return (
    <fieldset className="flex flex-col gap-1 text-xs" {...(error === null ? {} : { "aria-describedby": id })}>
      <legend className="pb-1 text-ink-2">The token may</legend>
      {scopes.map((scope, index) => (
        <label key={scope} className="flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            ref={index === 0 ? field.ref : undefined}
            checked={chosen.includes(scope)}
            onChange={() => toggle(scope)}
            onBlur={field.onBlur}
          />
          {scopeText[scope]}
        </label>
      ))}
      {error !== null && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}
