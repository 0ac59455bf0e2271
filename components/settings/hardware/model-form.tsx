"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { ReadModelResponse, TableModelRow } from "@/lib/contracts/roofline/roofline-tables";
import { addModel, editModel, readModel } from "@/lib/client/queries/roofline-tables";
import { formatNumber, formatWithUnit } from "@/lib/format/number";
import { countWithNoun } from "@/lib/format/agreement";
import { useWrite } from "@/components/shared/use-write";
import { Button } from "@/components/ui/button";
import { EntryFields, EntryForm, errorMessageOf, type DeclaredField } from "./entry-form";
import type { EntryFormPanelProps } from "./entry-table";

type Config = Record<string, unknown>;

const fields: readonly DeclaredField<"name" | "config">[] = [
  { name: "name", label: "Name" },
  {
    name: "config",
    label: "The model's config.json from Hugging Face",
    lines: "h-40 font-mono text-xs",
  },
];

/** Form to add or edit a model. It parses config.json and shows the result before saving. */
export function ModelFormPanel({ row, onDone, onWritten }: EntryFormPanelProps<TableModelRow>) {
  const [draft, setDraft] = useState({ name: row?.architecture.name ?? "", config: "" });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const reading = useMutation({ mutationFn: (config: Config) => readModel({ name, config }) });
  const { isBusy, error: saveError, write } = useWrite(errorMessageOf, onWritten);
  const name = draft.name.trim();
  const config = configOf(draft.config);
  const read = (): void => {
    setErrors({
      ...(name === "" ? { name: "must not be empty" } : {}),
      ...(typeof config === "string" ? { config } : {}),
    });
    if (name !== "" && typeof config === "object") reading.mutate(config);
  };
  const save = async (): Promise<void> => {
    if (typeof config === "string") return;
    const isWritten = await write(() =>
      row?.provenance.kind === "added"
        ? editModel(row.architecture.id, row.provenance.version, { name, config })
        : addModel({ name, config }),
    );
    if (isWritten) onDone();
  };
  return (
    <EntryForm
      label={row === null ? "New model" : `Edit ${row.architecture.name}`}
      error={saveError}
      onSubmit={read}
      onCancel={onDone}
      buttons={
        <>
          <Button type="submit" disabled={reading.isPending}>
            {reading.isPending ? "Parsing" : "Parse"}
          </Button>
          {reading.data?.kind === "read" && (
            <Button disabled={isBusy} onClick={() => void save()}>
              {isBusy ? "Saving" : "Save"}
            </Button>
          )}
        </>
      }
    >
      <EntryFields
        fields={fields}
        draft={draft}
        errors={errors}
        onChange={(field, value) => {
          setDraft({ ...draft, [field]: value });
          setErrors({});
          reading.reset();
        }}
      />
      {reading.error !== null && (
        <p role="alert" className="text-xs text-bad">
          The configuration could not be parsed. {errorMessageOf(reading.error)}
        </p>
      )}
      {reading.data !== undefined && <ModelPreview answer={reading.data} />}
    </EntryForm>
  );
}

/** Returns the parsed configuration, or the error as text. */
function configOf(text: string): Config | string {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject
      ? (value as Config)
      : "The JSON is valid, but it is not a model configuration. Enter a JSON object.";
  } catch (error) {
    return `Invalid JSON: ${error instanceof Error ? error.message : "it cannot be parsed"}.}.`;
  }
}

function ModelPreview({ answer }: { readonly answer: ReadModelResponse }) {
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
