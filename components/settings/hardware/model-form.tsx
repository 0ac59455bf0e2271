"use client";

import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { ReadModelResponse, TableModelRow } from "@/lib/contracts/roofline-tables";
import { addModel, editModel, readModel } from "@/lib/client/queries/roofline-tables";
import { formatNumber, formatWithUnit } from "@/lib/format/number";
import { toSentence } from "@/lib/format/sentence";
import { useWriting } from "@/components/shared/use-writing";
import { Button } from "@/components/ui/button";
import { Field, fieldClasses, FieldTrouble, invalidBy } from "@/components/ui/field";

interface ModelFormProps {
  /** The row that a configuration is given anew for; null for a new one. */
  readonly row: TableModelRow | null;
  readonly onDone: () => void;
  readonly onWritten: () => Promise<unknown>;
}

type Config = Record<string, unknown>;

/** A model by its config.json: read first, so that a person sees what it gives, then added. */
export function ModelFormPanel({ row, onDone, onWritten }: ModelFormProps) {
  const [name, setName] = useState(row?.architecture.name ?? "");
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const reading = useMutation({ mutationFn: (config: Config) => readModel({ name: name.trim(), config }) });
  const { isBusy, trouble, write } = useWriting(messageOf, onWritten);
  const forget = (): void => {
    setFault(null);
    reading.reset();
  };
  const read = (): void => {
    const config = configOf(text);
    const wrong = name.trim() === "" ? "The model needs a name." : typeof config === "string" ? config : null;
    setFault(wrong);
    if (wrong === null && typeof config === "object") reading.mutate(config);
  };
  const save = async (): Promise<void> => {
    const config = configOf(text);
    if (typeof config === "string") return;
    const body = { name: name.trim(), config };
    const isWritten = await write(() =>
      row?.provenance.kind === "added"
        ? editModel(row.architecture.id, row.provenance.version, body)
        : addModel(body),
    );
    if (isWritten) onDone();
  };
  return (
    <form
      aria-label={row === null ? "New model" : `Change ${row.architecture.name}`}
      className="my-3 flex max-w-[860px] flex-col gap-3 border-y border-rule py-3"
      onSubmit={(event) => {
        event.preventDefault();
        read();
      }}
    >
      <Inputs
        name={name}
        text={text}
        fault={fault}
        onName={(given) => {
          setName(given);
          forget();
        }}
        onText={(given) => {
          setText(given);
          forget();
        }}
      />
      {reading.error !== null && (
        <p role="alert" className="text-xs text-bad">
          It could not be read. {messageOf(reading.error)}
        </p>
      )}
      {reading.data !== undefined && <WhatItGives answer={reading.data} />}
      {trouble !== null && (
        <p role="alert" className="text-xs text-bad">
          It was not saved. {trouble}
        </p>
      )}
      <div className="flex gap-2">
        <Button type="submit" disabled={reading.isPending}>
          {reading.isPending ? "Reading" : "Read it"}
        </Button>
        {reading.data?.kind === "read" && (
          <Button disabled={isBusy} onClick={() => void save()}>
            {isBusy ? "Saving" : "Save"}
          </Button>
        )}
        <Button look="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

interface InputsProps {
  readonly name: string;
  readonly text: string;
  /** What is wrong with either. */
  readonly fault: string | null;
  readonly onName: (name: string) => void;
  readonly onText: (text: string) => void;
}

function Inputs({ name, text, fault, onName, onText }: InputsProps) {
  const id = useId();
  return (
    <>
      <Field label="Name">
        <input
          className={fieldClasses}
          value={name}
          autoComplete="off"
          onChange={(event) => onName(event.target.value)}
        />
      </Field>
      <div>
        <Field label="The model's config.json, as Hugging Face has it">
          <textarea
            className={`${fieldClasses} h-40 font-mono text-xs`}
            spellCheck={false}
            value={text}
            onChange={(event) => onText(event.target.value)}
            {...invalidBy(id, fault)}
          />
        </Field>
        {fault !== null && <FieldTrouble id={id}>{fault}</FieldTrouble>}
      </div>
    </>
  );
}

const messageOf = (error: unknown): string => toSentence(error instanceof Error ? error.message : "unknown");

/** What is wrong with the text, where it is no configuration. */
function configOf(text: string): Config | string {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Config) : "This is JSON, but no configuration: it must be an object.";
  } catch (error) {
    return `This is no JSON: ${error instanceof Error ? error.message : "it cannot be read"}.`;
  }
}

function WhatItGives({ answer }: { readonly answer: ReadModelResponse }) {
  if (answer.kind === "refused")
    return (
      <div role="alert" className="text-xs">
        <p className="font-semibold text-bad">This configuration gives no model.</p>
        <ul className="list-disc pl-5">
          {answer.problems.map(({ name, wrong }) => (
            <li key={`${name} ${wrong}`}>
              <code className="font-mono">{name}</code> {wrong}
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
        It will be <code className="font-mono">{id}</code>: {formatNumber(parameterCount / 1e9)} billion
        parameters, {architecture.layers} layers, {attention.heads} heads
        {attention.kind === "grouped" ? `, ${attention.kvHeads} KV heads` : ", a latent for all of them"}, KV
        of a token {formatWithUnit(kvBytesPerToken, "bytes", "kB")}.
      </p>
      {remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
    </div>
  );
}
