"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState, type FormEvent } from "react";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import type { RooflineSetting } from "@/lib/contracts/roofline/roofline-setting";
import {
  kvFormatNames,
  weightFormatNames,
  type KvFormat,
  type WeightFormat,
} from "@/lib/model/roofline/precision";
import { ProblemError } from "@/lib/client/fetch-json";
import { editRooflineSetting } from "@/lib/client/queries/roofline";
import { acceleratorsQuery, modelsQuery } from "@/lib/client/queries/roofline-tables";
import { toSentence } from "@/lib/format/sentence";
import { useWrite } from "@/components/shared/use-write";
import { Button } from "@/components/ui/button";
import { Field, fieldClasses, FieldError, invalidAttributes } from "@/components/ui/field";
import { formatName } from "@/components/roofline/precision-names";
import { draftOf, editOf, type SettingDraft } from "./setting-draft";

interface SettingFormProps {
  readonly deployment: RooflinePageData["deployment"];
  readonly setting: RooflineSetting;
  readonly onDone: () => void;
  readonly onSaved: () => Promise<unknown>;
}

/** Form for the model and hardware of a deployment. An empty field keeps the detected value. */
export function SettingForm({ deployment, setting, onDone, onSaved }: SettingFormProps) {
  // A refetch in the background must not change the form while it is open.
  const [before] = useState(() => draftOf(setting));
  const [version] = useState(setting.version);
  const [draft, setDraft] = useState(before);
  const [showsErrors, setShowsErrors] = useState(false);
  const { data: models, error: modelsError } = useQuery(modelsQuery);
  const { data: accelerators, error: acceleratorsError } = useQuery(acceleratorsQuery);
  const { isBusy, error, write } = useWrite(saveErrorText, onSaved);
  const { body, errors } = editOf(draft, before);
  const isEmpty = Object.keys(body).length === 0;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setShowsErrors(true);
    if (Object.keys(errors).length > 0 || isEmpty) return;
    if (await write(() => editRooflineSetting(deployment.id, version, body))) onDone();
  };
  const field = { draft, setDraft, errors: showsErrors ? errors : {} };
  const modelOptions = (models?.models ?? []).map(
    ({ architecture }) => [architecture.id, architecture.name] as const,
  );
  const acceleratorOptions = (accelerators?.accelerators ?? []).map(
    ({ accelerator }) => [accelerator.id, accelerator.name] as const,
  );
  const listError = modelsError ?? acceleratorsError;
  return (
    <form
      aria-label="Edit inputs"
      className="mb-3 border-y border-rule py-3"
      onSubmit={(event) => void submit(event)}
    >
      <Fields {...field} setting={setting} models={modelOptions} accelerators={acceleratorOptions} />
      {listError !== null && (
        <p role="alert" className="pt-2 text-xs text-ink-2">
          A table could not be loaded: {listError.message}.
        </p>
      )}
      {error !== null && (
        <p role="alert" className="pt-2 text-xs text-bad">
          {error}
        </p>
      )}
      <div className="flex items-center gap-2 pt-3">
        <Button type="submit" disabled={isBusy || (isEmpty && Object.keys(errors).length === 0)}>
          {isBusy ? "Saving" : "Save"}
        </Button>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
        <p className="text-2xs text-ink-2">
          Empty fields use the detected value. Each save creates a version.
        </p>
      </div>
    </form>
  );
}

type Options = readonly (readonly [value: string, text: string])[];

interface FieldsProps extends Omit<EditedFieldProps, "name" | "label" | "placeholder"> {
  readonly setting: RooflineSetting;
  readonly models: Options;
  readonly accelerators: Options;
}

function Fields({ setting, models, accelerators, ...field }: FieldsProps) {
  const counts = (rows: readonly (readonly [name: CountName, label: string])[]) =>
    rows.map(([name, label]) => (
      <Count
        {...field}
        key={name}
        name={name}
        label={label}
        placeholder={detectedText(setting[name], String)}
      />
    ));
  const select = (name: keyof SettingDraft, label: string, placeholder: string, options: Options) => (
    <Select {...field} name={name} label={label} placeholder={placeholder} options={options} />
  );
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3">
      {select(
        "accelerator",
        "GPU",
        detectedText(setting.accelerator, titled),
        optionsOf(setting.accelerator, accelerators),
      )}
      {counts([
        ["acceleratorCount", "GPUs in total"],
        ["tensorParallel", "Tensor parallel"],
        ["pipelineParallel", "Pipeline parallel"],
      ])}
      {select("model", "Model", detectedText(setting.model, titled), optionsOf(setting.model, models))}
      {select("weights", "Weights", detectedText(setting.weights, formatName), named(weightFormatNames))}
      {select("kv", "KV cache", detectedText(setting.kv, formatName), named(kvFormatNames))}
      {select("isChunked", "Prefill", detectedText(setting.isChunked, chunkedText), chunkings)}
      {counts([
        ["stepTokenBudget", "Max. tokens per step"],
        ["maxBatch", "Max. batch"],
      ])}
      <Count {...field} name="price" label="Price per GPU hour" placeholder="none" />
      <Count {...field} name="currency" label="Currency" placeholder="EUR, USD" />
    </div>
  );
}

type CountName = "acceleratorCount" | "tensorParallel" | "pipelineParallel" | "stepTokenBudget" | "maxBatch";

const titled = ({ title }: { readonly title: string }): string => title;
const named = (formats: readonly (WeightFormat | KvFormat)[]): Options =>
  formats.map((format) => [format, formatName(format)]);
const chunkings: Options = [
  ["true", "chunked"],
  ["false", "not chunked"],
];

function saveErrorText(error: unknown): string {
  if (error instanceof ProblemError && error.problem.code === "precondition-failed")
    return "The setting was changed by someone else. Close this form and open it again.";
  return `The setting was not saved. ${toSentence(error instanceof Error ? error.message : "unknown")}`;
}

const chunkedText = (isChunked: boolean): string => (isChunked ? "chunked" : "not chunked");

type DetectedFact<T> =
  | { readonly state: "known"; readonly value: T; readonly origin: { readonly kind: string } }
  | { readonly state: "unknown" };

/** Returns the placeholder of an empty field. The detected value behind a chosen fact is not known. */
function detectedText<T>(fact: DetectedFact<T>, text: (value: T) => string): string {
  if (fact.state === "unknown") return "not detected";
  return fact.origin.kind === "chosen" ? "as detected" : text(fact.value);
}

/** Returns suggestions with their reason first. A chosen value that has been retired stays in the list. */
function optionsOf(fact: RooflineSetting["model" | "accelerator"], allOptions: Options): Options {
  if (fact.state === "known") {
    const { id, title } = fact.value;
    return allOptions.length === 0 || allOptions.some(([each]) => each === id)
      ? allOptions
      : [[id, `${title}, retired`], ...allOptions];
  }
  const proposed = fact.proposals.map(({ value, why }): readonly [string, string] => [
    value.id,
    `${value.title}: ${why}`,
  ]);
  const ids = new Set(proposed.map(([id]) => id));
  return [...proposed, ...allOptions.filter(([id]) => !ids.has(id))];
}

interface EditedFieldProps {
  readonly name: keyof SettingDraft;
  readonly label: string;
  readonly placeholder: string;
  readonly draft: SettingDraft;
  readonly setDraft: (draft: SettingDraft) => void;
  readonly errors: Partial<Record<string, string>>;
}

function Select({
  name,
  label,
  placeholder,
  draft,
  setDraft,
  options,
}: EditedFieldProps & { readonly options: Options }) {
  const value = draft[name];
  return (
    <Field label={label}>
      <select
        className={fieldClasses}
        value={value}
        onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
      >
        <option value="">{placeholder}</option>
        {value !== "" && !options.some(([each]) => each === value) && <option value={value}>{value}</option>}
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

function Count({ name, label, placeholder, draft, setDraft, errors }: EditedFieldProps) {
  const id = useId();
  const error = errors[name] ?? null;
  return (
    <div>
      <Field label={label}>
        <input
          className={fieldClasses}
          value={draft[name]}
          placeholder={placeholder}
          autoComplete="off"
          onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
          {...invalidAttributes(id, error)}
        />
      </Field>
      {error !== null && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}
