"use client";

import { useQuery } from "@tanstack/react-query";
import { useId, useState, type FormEvent } from "react";
import type { RooflineRoom } from "@/lib/contracts/roofline";
import type { RooflineSetting } from "@/lib/contracts/roofline-setting";
import { kvFormatNames, weightFormatNames, type KvFormat, type WeightFormat } from "@/lib/model/precision";
import { ProblemError } from "@/lib/client/fetch-json";
import { editRooflineSetting } from "@/lib/client/queries/roofline";
import { acceleratorsQuery, modelsQuery } from "@/lib/client/queries/roofline-tables";
import { toSentence } from "@/lib/format/sentence";
import { useWriting } from "@/components/shared/use-writing";
import { Button } from "@/components/ui/button";
import { Field, fieldClasses, FieldTrouble, invalidBy } from "@/components/ui/field";
import { formatName } from "../precision-names";
import { draftOf, editOf, type SettingDraft } from "./setting-draft";

interface SettingFormProps {
  readonly deployment: RooflineRoom["deployment"];
  readonly setting: RooflineSetting;
  readonly onDone: () => void;
  readonly onWritten: () => Promise<unknown>;
}

/** What a person says the deployment runs on. Each field left empty holds what is seen. */
export function SettingForm({ deployment, setting, onDone, onWritten }: SettingFormProps) {
  // What is read anew behind the form must not move under a person's hand.
  const [before] = useState(() => draftOf(setting));
  const [version] = useState(setting.version);
  const [draft, setDraft] = useState(before);
  const [isTold, setTold] = useState(false);
  const { data: models, error: modelsError } = useQuery(modelsQuery);
  const { data: accelerators, error: acceleratorsError } = useQuery(acceleratorsQuery);
  const { isBusy, trouble, write } = useWriting(troubleOf, onWritten);
  const { body, faults } = editOf(draft, before);
  const isEmpty = Object.keys(body).length === 0;
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTold(true);
    if (Object.keys(faults).length > 0 || isEmpty) return;
    if (await write(() => editRooflineSetting(deployment.id, version, body))) onDone();
  };
  const field = { draft, setDraft, faults: isTold ? faults : {} };
  const modelOptions = (models?.models ?? []).map(
    ({ architecture }) => [architecture.id, architecture.name] as const,
  );
  const acceleratorOptions = (accelerators?.accelerators ?? []).map(
    ({ accelerator }) => [accelerator.id, accelerator.name] as const,
  );
  const listed = modelsError ?? acceleratorsError;
  return (
    <form
      aria-label="What this rests on"
      className="mb-3 border-y border-rule py-3"
      onSubmit={(event) => void send(event)}
    >
      <Fields {...field} setting={setting} models={modelOptions} accelerators={acceleratorOptions} />
      {listed !== null && (
        <p role="alert" className="pt-2 text-xs text-ink-2">
          Not all tables could be read: {listed.message}.
        </p>
      )}
      {trouble !== null && (
        <p role="alert" className="pt-2 text-xs text-bad">
          {trouble}
        </p>
      )}
      <div className="flex items-center gap-2 pt-3">
        <Button type="submit" disabled={isBusy || (isEmpty && Object.keys(faults).length === 0)}>
          {isBusy ? "Saving" : "Save"}
        </Button>
        <Button look="ghost" onClick={onDone}>
          Cancel
        </Button>
        <p className="text-2xs text-ink-2">Empty fields hold what is seen. Each saving is a version.</p>
      </div>
    </form>
  );
}

type Options = readonly (readonly [value: string, text: string])[];

interface FieldsProps extends Omit<Edited, "name" | "label" | "seen"> {
  readonly setting: RooflineSetting;
  readonly models: Options;
  readonly accelerators: Options;
}

function Fields({ setting, models, accelerators, ...field }: FieldsProps) {
  const counts = (rows: readonly (readonly [name: CountName, label: string])[]) =>
    rows.map(([name, label]) => (
      <Count {...field} key={name} name={name} label={label} seen={seenOf(setting[name], String)} />
    ));
  const select = (name: keyof SettingDraft, label: string, seen: string, options: Options) => (
    <Select {...field} name={name} label={label} seen={seen} options={options} />
  );
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-3">
      {select(
        "accelerator",
        "GPU",
        seenOf(setting.accelerator, titled),
        optionsOf(setting.accelerator, accelerators),
      )}
      {counts([
        ["acceleratorCount", "GPUs in all"],
        ["tensorParallel", "Tensor parallel"],
        ["pipelineParallel", "Pipeline parallel"],
      ])}
      {select("model", "Model", seenOf(setting.model, titled), optionsOf(setting.model, models))}
      {select("weights", "Weights", seenOf(setting.weights, formatName), named(weightFormatNames))}
      {select("kv", "KV cache", seenOf(setting.kv, formatName), named(kvFormatNames))}
      {select("isChunked", "Prompts", seenOf(setting.isChunked, chunkedText), chunkings)}
      {counts([
        ["stepTokenBudget", "Tokens of a step, at most"],
        ["maxBatch", "Batch, at most"],
      ])}
      <Count {...field} name="price" label="Price of a GPU's hour" seen="none" />
      <Count {...field} name="currency" label="Currency" seen="EUR, USD" />
    </div>
  );
}

type CountName = "acceleratorCount" | "tensorParallel" | "pipelineParallel" | "stepTokenBudget" | "maxBatch";

const titled = ({ title }: { readonly title: string }): string => title;
const named = (formats: readonly (WeightFormat | KvFormat)[]): Options =>
  formats.map((format) => [format, formatName(format)]);
const chunkings: Options = [
  ["true", "in chunks"],
  ["false", "at once"],
];

function troubleOf(error: unknown): string {
  if (error instanceof ProblemError && error.problem.code === "precondition-failed")
    return "Somebody else changed it meanwhile: close this form and look again.";
  return `It was not saved. ${toSentence(error instanceof Error ? error.message : "unknown")}`;
}

const chunkedText = (isChunked: boolean): string => (isChunked ? "in chunks" : "at once");

type Seen<T> =
  | { readonly state: "known"; readonly value: T; readonly origin: { readonly kind: string } }
  | { readonly state: "unknown" };

/** What holds where nothing is chosen; of a chosen fact nobody says what else would be seen. */
function seenOf<T>(fact: Seen<T>, text: (value: T) => string): string {
  if (fact.state === "unknown") return "not seen";
  return fact.origin.kind === "chosen" ? "as seen" : text(fact.value);
}

/** Proposals first, each with why; what was chosen and is not offered any more stays to be seen. */
function optionsOf(fact: RooflineSetting["model" | "accelerator"], all: Options): Options {
  if (fact.state === "known") {
    const { id, title } = fact.value;
    return all.length === 0 || all.some(([each]) => each === id) ? all : [[id, `${title}, retired`], ...all];
  }
  const proposed = fact.proposals.map(({ value, why }): readonly [string, string] => [
    value.id,
    `${value.title}: ${why}`,
  ]);
  const ids = new Set(proposed.map(([id]) => id));
  return [...proposed, ...all.filter(([id]) => !ids.has(id))];
}

interface Edited {
  readonly name: keyof SettingDraft;
  readonly label: string;
  readonly seen: string;
  readonly draft: SettingDraft;
  readonly setDraft: (draft: SettingDraft) => void;
  readonly faults: Partial<Record<string, string>>;
}

function Select({ name, label, seen, draft, setDraft, options }: Edited & { readonly options: Options }) {
  const value = draft[name];
  return (
    <Field label={label}>
      <select
        className={fieldClasses}
        value={value}
        onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
      >
        <option value="">{seen}</option>
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

function Count({ name, label, seen, draft, setDraft, faults }: Edited) {
  const id = useId();
  const trouble = faults[name] ?? null;
  return (
    <div>
      <Field label={label}>
        <input
          className={fieldClasses}
          value={draft[name]}
          placeholder={seen}
          autoComplete="off"
          onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
          {...invalidBy(id, trouble)}
        />
      </Field>
      {trouble !== null && <FieldTrouble id={id}>{trouble}</FieldTrouble>}
    </div>
  );
}
