"use client";

import { endSentence } from "@/lib/base/end-sentence";
import { useQuery } from "@tanstack/react-query";
import type { FieldPath } from "react-hook-form";
import type { RooflinePageData } from "@/lib/contracts/roofline/roofline";
import type { EditRooflineSettingBody, RooflineSetting } from "@/lib/contracts/roofline/roofline-setting";
import {
  kvFormatNames,
  weightFormatNames,
  type KvFormat,
  type WeightFormat,
} from "@/lib/model/roofline/precision";
import { editRooflineSetting } from "@/lib/client/queries/roofline";
import { acceleratorsQuery, modelsQuery } from "@/lib/client/queries/roofline-tables";
import { ChoiceField, TextField, type ChoiceOptions } from "@/components/shared/forms/fields";
import { Form } from "@/components/shared/forms/form";
import { useSavedForm, type SavedForm } from "@/components/shared/forms/use-saved-form";
import { precisionTitle } from "@/lib/format/precision-names";
import { toSettingDraft, settingSchema, type SettingDraft } from "./setting-schema";

interface SettingFormProps {
  readonly deployment: RooflinePageData["deployment"];
  readonly setting: RooflineSetting;
  readonly onDone: () => void;
  readonly onSaved: () => Promise<unknown>;
}

/** Form for the model and hardware of a deployment. An empty field keeps the detected value. */
export function SettingForm({ deployment, setting, onDone, onSaved }: SettingFormProps) {
  const { data: models, error: modelsError } = useQuery(modelsQuery);
  const { data: accelerators, error: acceleratorsError } = useQuery(acceleratorsQuery);
  const form = useSavedForm({
    schema: settingSchema,
    stored: { version: setting.version, values: toSettingDraft(setting) },
    save: async ({ changes, version }) =>
      Object.keys(changes).length === 0 ? null : editRooflineSetting(deployment.id, version, changes),
    refetch: onSaved,
    onSaved: onDone,
  });
  const modelOptions = (models?.models ?? []).map(
    ({ architecture }) => [architecture.id, architecture.name] as const,
  );
  const acceleratorOptions = (accelerators?.accelerators ?? []).map(
    ({ accelerator }) => [accelerator.id, accelerator.name] as const,
  );
  const listError = modelsError ?? acceleratorsError;
  return (
    <Form form={form} label="Edit inputs" className="mb-3 border-y border-rule py-3" onCancel={onDone}>
      <SettingFields form={form} setting={setting} models={modelOptions} accelerators={acceleratorOptions} />
      {listError !== null && (
        <p role="alert" className="text-xs text-ink-2">
          The list of GPUs or models could not be loaded: {endSentence(listError.message)}
        </p>
      )}
      <p className="text-2xs text-ink-2">Empty fields use the detected value. Each save creates a version.</p>
    </Form>
  );
}

interface SettingFieldsProps {
  readonly form: SavedForm<SettingDraft, EditRooflineSettingBody>;
  readonly setting: RooflineSetting;
  readonly models: ChoiceOptions;
  readonly accelerators: ChoiceOptions;
}

function SettingFields({ form, setting, models, accelerators }: SettingFieldsProps) {
  const choice = (name: FieldPath<SettingDraft>, label: string, [placeholder, options]: Choices) => (
    <ChoiceField form={form} name={name} label={label} options={[["", placeholder], ...options]} />
  );
  const count = (name: CountName, label: string) => (
    <TextField form={form} name={name} label={label} placeholder={detectedText(setting[name], String)} />
  );
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3">
      {choice("accelerator", "GPU", [
        detectedText(setting.accelerator, titled),
        addSuggestedOptions(setting.accelerator, accelerators),
      ])}
      {count("acceleratorCount", "GPUs in total")}
      {count("tensorParallel", "Tensor parallel")}
      {count("pipelineParallel", "Pipeline parallel")}
      {choice("model", "Model", [
        detectedText(setting.model, titled),
        addSuggestedOptions(setting.model, models),
      ])}
      {choice("weights", "Weights", [
        detectedText(setting.weights, precisionTitle),
        named(weightFormatNames),
      ])}
      {choice("kv", "KV cache", [detectedText(setting.kv, precisionTitle), named(kvFormatNames)])}
      {choice("isChunked", "Prefill", [detectedText(setting.isChunked, chunkedText), chunkings])}
      {count("stepTokenBudget", "Max. tokens per step")}
      {count("maxBatch", "Max. batch")}
      <TextField form={form} name="price.perAcceleratorHour" label="Price per GPU hour" placeholder="none" />
      <TextField form={form} name="price.currency" label="Currency" placeholder="EUR, USD" />
    </div>
  );
}

/** The text of the empty option, and the other options. */
type Choices = readonly [placeholder: string, options: ChoiceOptions];
type CountName = "acceleratorCount" | "tensorParallel" | "pipelineParallel" | "stepTokenBudget" | "maxBatch";

const titled = ({ title }: { readonly title: string }): string => title;
const named = (formats: readonly (WeightFormat | KvFormat)[]): ChoiceOptions =>
  formats.map((format) => [format, precisionTitle(format)]);
const chunkings: ChoiceOptions = [
  ["true", "chunked"],
  ["false", "not chunked"],
];

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
function addSuggestedOptions(
  fact: RooflineSetting["model" | "accelerator"],
  allOptions: ChoiceOptions,
): ChoiceOptions {
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
