"use client";

import { useQueryClient } from "@tanstack/react-query";
import { fail, succeed } from "@/lib/base/result";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import { titleError } from "@/lib/model/event";
import { linkKinds, type InvestigationLink, type LinkKind } from "@/lib/model/investigation/investigation";
import {
  parseOption,
  textField,
  validatedBy,
  z,
  type FormSchema,
} from "@/components/shared/forms/field-schemas";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { findPropertiesSaveAuthor } from "../timeline/find-last-save-author";
import { editInvestigation, investigationKey } from "../investigation-requests";

/** Names the kinds of links in the form and in the list. */
export const linkKindTitles: Readonly<Record<LinkKind, string>> = {
  "pull-request": "Pull request",
  ticket: "Ticket",
  document: "Document",
};

interface LinkValues {
  readonly kind: string;
  readonly title: string;
  readonly url: string;
}

const rules = { maxLength: 200, emptyError: "Name the link." } as const;

const schema: FormSchema<LinkValues, InvestigationLink> = z.object({
  kind: textField(parseOption(linkKinds)),
  title: textField(validatedBy((text) => titleError(text, rules))),
  url: textField((text) =>
    /^https?:\/\/[^\s/]+/.test(text) ? succeed(text) : fail("Enter an address that begins with https://."),
  ),
});

interface LinkFormProps {
  readonly page: InvestigationResponse;
  readonly onClose: () => void;
}

/** Adds a link to the links of an investigation. */
export function LinkForm({ page, onClose }: LinkFormProps) {
  const queries = useQueryClient();
  const { number, links, version } = page.investigation;
  const form = useSavedForm({
    schema,
    stored: { version: null, values: { kind: "pull-request", title: "", url: "" } },
    lastSave: findPropertiesSaveAuthor(page),
    // The list that the person sees is extended: a change by another person is reported, and not overwritten.
    save: ({ body }) => editInvestigation({ number, version }, { links: [...links, body] }),
    refetch: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
    onSaved: onClose,
  });
  return (
    <Form form={form} label="Add link" saveLabel="Add link" className="py-2" takesFocus onCancel={onClose}>
      <ChoiceField
        form={form}
        name="kind"
        label="Kind"
        options={linkKinds.map((kind) => [kind, linkKindTitles[kind]] as const)}
      />
      <TextField form={form} name="title" label="Title" />
      <TextField form={form} name="url" label="Address" type="url" />
    </Form>
  );
}
