"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { countWithNoun } from "@/lib/format/agreement";
import type { CreatedTokenResponse } from "@/lib/contracts/people/tokens";
import { tokenNameMaxLength, type TokenScope } from "@/lib/model/person";
import { CopyButton } from "@/components/shared/copy/copy-button";
import { useConfirmed } from "@/components/shared/forms/confirmation";
import { ChoicesField } from "@/components/shared/forms/choices-field";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { Button } from "@/components/ui/button";
import { createToken, tokensQuery } from "./token-requests";
import { newTokenValues, tokenSchema } from "./token-schema";

const lifetimes = [1, 7, 30, 90, 365].map((days) => [String(days), countWithNoun(days, "day")] as const);

/** Completes "The token may …". */
const scopeText: Readonly<Record<TokenScope, string>> = {
  read: "read all data except the audit trail",
  write: "change what an editor may change",
  gate: "create and read gate runs",
  events: "record events",
};

interface CreateTokenProps {
  /** Scopes that the person may give to a token. */
  readonly scopes: readonly TokenScope[];
}

/** Creates a token, and shows its text once. */
export function CreateToken({ scopes }: CreateTokenProps) {
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<CreatedTokenResponse | null>(null);
  return (
    <section aria-labelledby="create-token" className="mt-8 max-w-[520px]">
      <h2 id="create-token" className="pb-2 text-md font-semibold">
        Create a token
      </h2>
      {isOpen ? (
        <TokenForm
          scopes={scopes}
          onCreated={(response) => {
            setCreated(response);
            setOpen(false);
          }}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <Button
          onClick={() => {
            setCreated(null);
            setOpen(true);
          }}
        >
          Create token
        </Button>
      )}
      {created !== null && <CreatedToken created={created} />}
    </section>
  );
}

interface TokenFormProps extends CreateTokenProps {
  readonly onCreated: (response: CreatedTokenResponse) => void;
  readonly onCancel: () => void;
}

function TokenForm({ scopes, onCreated, onCancel }: TokenFormProps) {
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const form = useSavedForm({
    schema: tokenSchema,
    stored: { version: null, values: newTokenValues },
    save: ({ body, idempotencyKey }) => confirmed(() => createToken(body, idempotencyKey)),
    refetch: () => queries.invalidateQueries({ queryKey: tokensQuery.queryKey }),
    onSaved: onCreated,
  });
  return (
    <Form form={form} label="Create token" saveLabel="Create" onCancel={onCancel} takesFocus>
      <TextField
        form={form}
        name="name"
        label="Name"
        maxLength={tokenNameMaxLength}
        hint="For example the program that uses it."
      />
      <ChoicesField
        form={form}
        name="scopes"
        legend="The token may"
        options={scopes.map((scope) => [scope, scopeText[scope]] as const)}
      />
      <ChoiceField form={form} name="lifetimeDays" label="Expires after" options={lifetimes} />
    </Form>
  );
}

function CreatedToken({ created: { token, text } }: { readonly created: CreatedTokenResponse }) {
  return (
    <div role="status" aria-label="New token" className="flex flex-wrap items-center gap-2 pt-3 text-xs">
      {text === null ? (
        <p>{token.name} was created, but its text did not arrive. Revoke it and create another token.</p>
      ) : (
        <>
          <code className="font-mono break-all">{text}</code>
          <CopyButton text={text} label="Copy token" />
          <p className="basis-full text-2xs text-ink-2">
            Set it as RIDGEPOINT_TOKEN where the program runs. It is not shown again.
          </p>
        </>
      )}
    </div>
  );
}
