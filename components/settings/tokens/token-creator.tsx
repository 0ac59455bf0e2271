"use client";

import { useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useState } from "react";
import { countWithNoun } from "@/lib/format/agreement";
import type { CreatedTokenResponse, CreateTokenBody } from "@/lib/contracts/people/tokens";
import { tokenNameMaxLength, type TokenScope } from "@/lib/model/person";
import { CopyButton } from "@/components/shared/copy/copy-button";
import { useSendConfirmed } from "@/components/shared/forms/confirmation";
import { MultiChoiceField } from "@/components/shared/forms/multi-choice-field";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { Button } from "@/components/ui/button";
import { newTokenValues, tokenSchema } from "./token-schema";

const lifetimes = [1, 7, 30, 90, 365].map((days) => [String(days), countWithNoun(days, "day")] as const);

/** Completes "The token may …". */
const scopeText: Readonly<Record<TokenScope, string>> = {
  read: "read all data except the audit trail",
  write: "change what an editor may change",
  gate: "create and read gate runs",
  events: "record events",
  webhook: "deliver events as webhooks, and read nothing",
};

interface TokenCreatorProps {
  /** Scopes that the token may have. */
  readonly scopes: readonly TokenScope[];
  /** Label of the button that opens the form. */
  readonly label: string;
  readonly size?: "sm";
  readonly create: (body: CreateTokenBody, idempotencyKey: string) => Promise<CreatedTokenResponse>;
  /** Lists that contain the new token. */
  readonly listKeys: readonly QueryKey[];
}

/** Opens a form that creates a token, and shows the text of the new token once. */
export function TokenCreator(props: TokenCreatorProps) {
  const { label, size } = props;
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<CreatedTokenResponse | null>(null);
  return (
    <>
      {isOpen ? (
        <TokenForm
          {...props}
          onCreated={(response) => {
            setCreated(response);
            setOpen(false);
          }}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <Button
          {...(size === undefined ? {} : { size })}
          onClick={() => {
            setCreated(null);
            setOpen(true);
          }}
        >
          {label}
        </Button>
      )}
      {created !== null && <CreatedToken created={created} />}
    </>
  );
}

interface TokenFormProps extends TokenCreatorProps {
  readonly onCreated: (response: CreatedTokenResponse) => void;
  readonly onCancel: () => void;
}

function TokenForm({ scopes, create, listKeys, onCreated, onCancel }: TokenFormProps) {
  const queries = useQueryClient();
  const confirmed = useSendConfirmed();
  const form = useSavedForm({
    schema: tokenSchema,
    stored: { version: null, values: newTokenValues },
    save: ({ body, idempotencyKey }) => confirmed(() => create(body, idempotencyKey)),
    refetch: () => Promise.all(listKeys.map((queryKey) => queries.invalidateQueries({ queryKey }))),
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
      <MultiChoiceField
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
        <p>
          {token.name} was created, but this page did not receive its text. Revoke {token.name}, then create
          another token.
        </p>
      ) : (
        <>
          <code className="font-mono break-all">{text}</code>
          <CopyButton text={text} label="Copy token" />
          <p className="basis-full text-2xs text-ink-2">
            Set the token as RIDGEPOINT_TOKEN where the program runs. The token is not shown again.
          </p>
        </>
      )}
    </div>
  );
}
