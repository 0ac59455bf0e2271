"use client";

import { useMutation } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { fail, succeed } from "@/lib/base/result";
import { countWithNoun } from "@/lib/format/agreement";
import type {
  AddModelBody,
  PreviewModelBody,
  PreviewModelResponse,
  TableModelRow,
} from "@/lib/contracts/roofline/roofline-tables";
import { addModel, editModel, previewModel } from "@/lib/client/queries/roofline-tables";
import { formatNumber, formatWithUnit } from "@/lib/format/number";
import { nonEmpty, textField, z, type FormSchema } from "@/components/shared/forms/field-schemas";
import { LinesField, TextField } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm } from "@/components/shared/forms/use-saved-form";
import { WriteError } from "@/components/shared/forms/write-error";
import { Button } from "@/components/ui/button";
import { entryFormClasses, getVersion, type EntryFormPanelProps } from "./entry-table";

interface ModelDraft {
  readonly name: string;
  readonly config: string;
  /** The values of the current version. Without a field, but shown if another user changes them. */
  readonly architecture: TableModelRow["architecture"] | null;
}

const schema: FormSchema<ModelDraft, AddModelBody> = z.pipe(
  z.object({
    architecture: z.custom<ModelDraft["architecture"]>(),
    name: textField(nonEmpty()),
    config: textField((text) => {
      try {
        const value: unknown = JSON.parse(text);
        const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
        return isObject
          ? succeed(value as Record<string, unknown>)
          : fail("The JSON is valid, but it is not a model configuration. Enter a JSON object.");
      } catch (error) {
        return fail(`Invalid JSON: ${error instanceof Error ? error.message : "it cannot be parsed"}.`);
      }
    }),
  }),
  z.transform(({ name, config }) => ({ name, config })),
);

/** Form to add or edit a model. It parses config.json and shows the result before saving. */
export function ModelFormPanel({ row, onDone, onWritten }: EntryFormPanelProps<TableModelRow>) {
  const architecture = row?.architecture ?? null;
  const form = useSavedForm({
    schema,
    stored: {
      version: getVersion(row),
      values: { name: architecture?.name ?? "", config: "", architecture },
    },
    save: async ({ body, version, idempotencyKey }) =>
      architecture === null ? addModel(body, idempotencyKey) : editModel(architecture.id, version, body),
    refetch: onWritten,
    onSaved: onDone,
  });
  const input = useWatch({ control: form.control, name: ["name", "config"] }).join("\n");
  const reading = useMutation({
    mutationFn: ({ body }: { readonly body: PreviewModelBody; readonly input: string }) => previewModel(body),
  });
  const isCurrent = reading.variables?.input === input;
  const result = isCurrent ? reading.data : undefined;
  return (
    <Form
      form={form}
      label={architecture === null ? "New model" : `Edit ${architecture.name}`}
      className={entryFormClasses}
      onSubmit={form.methods.handleSubmit((body) => reading.mutate({ body, input }))}
      onCancel={onDone}
      submitButton={
        <>
          <Button type="submit" disabled={reading.isPending}>
            {reading.isPending ? "Parsing" : "Parse"}
          </Button>
          {result?.kind === "read" && (
            <Button disabled={form.isSaving} onClick={() => void form.submit()}>
              {form.isSaving ? "Saving" : "Save"}
            </Button>
          )}
        </>
      }
    >
      <TextField form={form} name="name" label="Name" className="w-full" />
      <LinesField
        form={form}
        name="config"
        label="The model's config.json from Hugging Face"
        rows={8}
        className="w-full font-mono text-xs"
      />
      <WriteError error={isCurrent ? reading.error : null} title="The configuration could not be parsed." />
      {result !== undefined && <ModelPreview answer={result} />}
    </Form>
  );
}

function ModelPreview({ answer }: { readonly answer: PreviewModelResponse }) {
  if (answer.kind === "refused")
    return (
      <div role="alert" className="text-xs">
        <p className="font-semibold text-bad">This configuration does not describe a supported model.</p>
        <ul className="list-disc pl-5">
          {answer.problems.map(({ name, message }) => (
            <li key={`${name} ${message}`}>
              <code className="font-mono">{name}</code> {message}
            </li>
          ))}
        </ul>
      </div>
    );
  const { architecture, parameterCount, kvBytesPerToken, remarks, id } = answer;
  const attention = architecture.attention;
  return (
    <div className="tnum text-xs text-ink-2">
      <p>
        Result: <code className="font-mono">{id}</code>: {formatNumber(parameterCount / 1e9)} billion
        parameters, {countWithNoun(architecture.layers, "layer")}, {countWithNoun(attention.heads, "head")}
        {attention.kind === "grouped"
          ? `, ${countWithNoun(attention.kvHeads, "KV head")}`
          : ", latent KV cache"}
        , KV cache per token {formatWithUnit(kvBytesPerToken, "bytes", "kB")}.
      </p>
      {remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
    </div>
  );
}
