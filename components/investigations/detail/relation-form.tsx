"use client";

import { useQueryClient } from "@tanstack/react-query";
import { fail, succeed } from "@/lib/base/result";
import { relationKinds, type RelationKind } from "@/lib/model/investigation/investigation";
import { parseOption, textField, z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { ChoiceField, TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { addRelation } from "../record-requests";
import { investigationKey } from "../investigation-requests";

const kindTitles: Readonly<Record<RelationKind, string>> = {
  related: "Related to",
  "duplicate-of": "Duplicate of",
};

interface RelationValues {
  readonly kind: string;
  readonly related: string;
}

interface RelationBody {
  readonly kind: RelationKind;
  readonly related: number;
}

const schema: FormSchema<RelationValues, RelationBody> = z.object({
  kind: textField(parseOption(relationKinds)),
  related: textField((text) => {
    const [, digits] = /^(?:INV-)?([1-9]\d{0,8})$/i.exec(text) ?? [];
    return digits === undefined
      ? fail("Enter the number of an investigation, such as INV-31.")
      : succeed(Number(digits));
  }),
});

interface RelationFormProps {
  readonly number: number;
  readonly onClose: () => void;
}

/** Form that relates the investigation to another investigation. */
export function RelationForm({ number, onClose }: RelationFormProps) {
  const queries = useQueryClient();
  const form = useSavedForm({
    schema,
    stored: { version: null, values: { kind: "related", related: "" } },
    save: ({ body, idempotencyKey }) => addRelation(number, body, idempotencyKey),
    refetch: () => queries.invalidateQueries({ queryKey: investigationKey(number) }),
    onSaved: onClose,
  });
  return (
    <Form
      form={form}
      label="Add relation"
      saveLabel="Add relation"
      className="py-2"
      takesFocus
      onCancel={onClose}
    >
      <ChoiceField
        form={form}
        name="kind"
        label="Kind"
        options={relationKinds.map((kind) => [kind, kindTitles[kind]] as const)}
      />
      <TextField form={form} name="related" label="Investigation" placeholder="INV-31" />
    </Form>
  );
}
