"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { listedDeploymentsQuery } from "@/lib/client/queries/deployments";
import { succeed } from "@/lib/base/result";
import type { CreateDisplayBody, CreatedDisplayResponse } from "@/lib/contracts/people/displays";
import { countWithNoun } from "@/lib/format/agreement";
import { formatRelativeWindow } from "@/lib/format/time";
import {
  wallDisplayNameMaxLength,
  wallDisplayPages,
  wallDisplayPeriods,
  type WallDisplayPage,
} from "@/lib/model/deployment/display";
import { nameError } from "@/lib/model/person";
import { CopyButton } from "@/components/shared/copy/copy-button";
import { MultiChoiceField } from "@/components/shared/forms/multi-choice-field";
import { useSendConfirmed } from "@/components/shared/forms/confirmation";
import {
  nonEmptyList,
  nullIfEmpty,
  parseOption,
  textField,
  validatedBy,
  z,
  type FormSchema,
} from "@/components/shared/forms/field-schemas";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { Button } from "@/components/ui/button";
import { createDisplay, displayPageText, displaysQuery, toDisplayUrl } from "./display-requests";

interface DisplayValues {
  readonly name: string;
  readonly pages: readonly WallDisplayPage[];
  /** Empty for the worst deployment. */
  readonly deployment: string;
  readonly period: string;
  /** Empty for a link that does not expire. */
  readonly lifetimeDays: string;
}

const newValues: DisplayValues = {
  name: "",
  pages: ["overview", "signals"],
  deployment: "",
  period: "now-1h",
  lifetimeDays: "",
};

const schema: FormSchema<DisplayValues, CreateDisplayBody> = z.object({
  name: textField(validatedBy(nameError)),
  pages: nonEmptyList<WallDisplayPage>("choose at least one page"),
  deployment: textField(nullIfEmpty(succeed)),
  period: textField(parseOption(wallDisplayPeriods)),
  lifetimeDays: textField(nullIfEmpty((text) => succeed(Number(text)))),
});

const lifetimes = [
  ["", "never"] as const,
  ...[7, 30, 90, 365].map((days) => [String(days), `after ${countWithNoun(days, "day")}`] as const),
];
const periods = wallDisplayPeriods.map((from) => [from, formatRelativeWindow(from, "now") ?? from] as const);
const pages = wallDisplayPages.map((page) => [page, displayPageText[page]] as const);

/** Form that creates the link of a wall display. The new link is shown once, because the server stores only its hash. */
export function CreateDisplayForm() {
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<CreatedDisplayResponse | null>(null);
  const open = (): void => {
    setCreated(null);
    setOpen(true);
  };
  const close = (response: CreatedDisplayResponse | null): void => {
    setCreated(response);
    setOpen(false);
  };
  return (
    <div className="max-w-[520px]">
      {isOpen ? <DisplayForm onClose={close} /> : <Button onClick={open}>Create link</Button>}
      {created !== null && <CreatedLink created={created} />}
    </div>
  );
}

function DisplayForm({ onClose }: { readonly onClose: (response: CreatedDisplayResponse | null) => void }) {
  const queries = useQueryClient();
  const confirmed = useSendConfirmed();
  const deployments = useQuery(listedDeploymentsQuery).data?.deployments ?? [];
  const form = useSavedForm({
    schema,
    stored: { version: null, values: newValues },
    save: ({ body, idempotencyKey }) => confirmed(() => createDisplay(body, idempotencyKey)),
    refetch: () => queries.invalidateQueries({ queryKey: displaysQuery.queryKey }),
    onSaved: onClose,
  });
  return (
    <Form form={form} label="Create link" saveLabel="Create" onCancel={() => onClose(null)} takesFocus>
      <TextField
        form={form}
        name="name"
        label="Name"
        maxLength={wallDisplayNameMaxLength}
        hint="For example the location of the display."
      />
      <MultiChoiceField form={form} name="pages" legend="Pages, which are shown in turn" options={pages} />
      <ChoiceField
        form={form}
        name="deployment"
        label="Deployment"
        options={[
          ["", "The deployment with the most severe problem at that time"],
          ...deployments.map(({ slug, title }) => [slug, title] as const),
        ]}
        hint="The link shows this deployment first. The link can read all deployments."
      />
      <ChoiceField form={form} name="period" label="Time window" options={periods} />
      <ChoiceField form={form} name="lifetimeDays" label="Expires" options={lifetimes} />
    </Form>
  );
}

function CreatedLink({ created: { display, token } }: { readonly created: CreatedDisplayResponse }) {
  return (
    <div role="status" aria-label="New link" className="flex flex-wrap items-center gap-2 pt-3 text-xs">
      {token === null ? (
        <p>
          {display.name} was created, but this page did not receive its link. Revoke {display.name}, then
          create a new link.
        </p>
      ) : (
        <>
          <code className="font-mono break-all">{toDisplayUrl(token)}</code>
          <CopyButton text={toDisplayUrl(token)} label="Copy link" />
          <p className="basis-full text-2xs text-ink-2">
            Open this link in the browser of the display. The link is not shown again.
          </p>
        </>
      )}
    </div>
  );
}
