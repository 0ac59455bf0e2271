"use client";

import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import {
  useForm,
  type Control,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from "react-hook-form";
import { ProblemError } from "@/lib/client/fetch-json";
import { newIdempotencyKey } from "@/lib/client/new-key";
import { fail, succeed } from "@/lib/base/result";
import {
  findChangedNames,
  isEqual,
  mergeValues,
  type ComparedVersions,
  type FormValues,
} from "./compare-values";
import type { FormSchema } from "./field-schemas";
import { schemaResolver } from "./schema-resolver";
import { isConflict } from "./write-error";

/** Stored version of the edited object. */
export interface StoredVersion<Values> {
  /** Null for a new item. */
  readonly version: number | null;
  readonly values: Values;
}

/** Unsaved input of a form, to continue with it later. */
export interface FormDraft<Values> {
  /** The version that was loaded before the input. */
  readonly openedVersion: StoredVersion<Values>;
  readonly values: Values;
}

/** Valid input of a form to send. */
export interface FormSubmission<Body> {
  readonly body: Body;
  /** The top-level fields of `body` that differ from the stored version. */
  readonly changes: Partial<Body>;
  /** The version that the edit is based on. 0 for a new item. */
  readonly version: number;
  /** Equal for repeated attempts with the same body until one is confirmed. */
  readonly idempotencyKey: string;
}

/** Schema, stored version and save function of a form. */
export interface SavedFormOptions<Values extends FieldValues, Body, Saved> {
  /** Uses the names of the endpoint's body, so that errors of the server are shown next to their fields. */
  readonly schema: FormSchema<Values, Body>;
  /** The version on the server. A newer version does not change the open form. */
  readonly stored: StoredVersion<Values>;
  /** Unsaved input with which the form opens. Absent if it opens with the stored values. */
  readonly draft?: FormDraft<Values>;
  readonly save: (submission: FormSubmission<Body>) => Promise<Saved>;
  /** Refetches the stored version after each attempt, also after a failed one. */
  readonly refetch: () => Promise<unknown>;
  readonly onSaved: (saved: Saved) => void;
  /** Receives the input when the form is closed, to continue with it later. */
  readonly onClose?: (draft: FormDraft<Values>) => void;
  /** Author of the last saved version, which the conflict dialog names. */
  readonly lastSave?: SaveAuthor | null;
  /** True if validation errors are shown while the user types, not only after the first submission. */
  readonly isValidatedOnInput?: boolean;
}

/** Name and format of a field outside the form: in the list of errors and in the conflict dialog. */
export interface FieldLabel {
  readonly label: string;
  /** Formats a value of the field. `values` are all values of its version, for example to choose the unit. */
  readonly formatValue: (value: unknown, values: FormValues) => string;
}

/** Who saved a version, and when. */
export interface SaveAuthor {
  readonly author: string;
  /** True if the user of this page saved the version, in another window or on another device. */
  readonly isCaller?: true;
  readonly atMs: number;
}

/** Connection of a field with its form: the values and errors of the form, and the labels of its fields. */
export interface FormConnection<Values extends FieldValues> {
  readonly control: Control<Values>;
  /** Labels of the fields, by the name of the field. */
  readonly labels: Map<string, FieldLabel>;
}

/** State of a form and its functions. */
export interface SavedForm<Values extends FieldValues, Body> extends FormConnection<Values> {
  readonly methods: UseFormReturn<Values, unknown, Body>;
  readonly submit: () => Promise<void>;
  /** Sends a body that is not derived from the fields. */
  readonly send: (body: Body) => Promise<void>;
  readonly isSaving: boolean;
  /** Why the last attempt failed. Null if every reason is shown next to a field. */
  readonly error: Error | null;
  /** The version that the input is based on. */
  readonly base: StoredVersion<Values>;
  /** False while the changes are being saved. */
  readonly hasChanges: () => boolean;
  /** Runs when the user discards the changes, in addition to closing the form. */
  readonly onDiscard?: () => void;
  /** The versions to choose from, after another user saved a newer version. Null without a conflict. */
  readonly conflict: ComparedVersions<Values> | null;
  readonly lastSave: SaveAuthor | null;
  /** Saves the fields that this user changed on top of the newer version. */
  readonly keepMine: () => void;
  /** Loads the newer version. `restoreMine` undoes it. */
  readonly takeTheirs: () => void;
  readonly restoreMine: (() => void) | null;
  /** Returns to the form. The next attempt reports the conflict again. */
  readonly decideLater: () => void;
  /** Shows other unsaved input, for example of another tab of this person. */
  readonly continueWith: (draft: FormDraft<Values>) => void;
}

/** Returns a form that validates its fields, saves them, and detects a conflict with another user. */
export function useSavedForm<Values extends FieldValues, Body, Saved>(
  options: SavedFormOptions<Values, Body, Saved>,
): SavedForm<Values, Body> {
  const { schema, stored, draft, save, refetch, onSaved, isValidatedOnInput = false } = options;
  const [opened, setOpened] = useState(draft?.openedVersion ?? stored);
  const [replaced, setReplaced] = useState<Values | null>(null);
  const [labels] = useState(() => new Map<string, FieldLabel>());
  const [hasHiddenError, setHiddenError] = useState(false);
  const unconfirmed = useRef({ text: "", key: "" });
  // A double click submits twice before the button is disabled.
  const isSending = useRef(false);
  const methods = useForm<Values, unknown, Body>({
    defaultValues: (draft?.values ?? stored.values) as DefaultValues<Values>,
    resolver: schemaResolver(schema),
    mode: isValidatedOnInput ? "onChange" : "onSubmit",
  });
  useOnClose(() => options.onClose?.({ openedVersion: opened, values: methods.getValues() }));
  const attempt = useMutation({ mutationFn: save, onSettled: refetch });
  // A newer version without a difference in these fields is not a conflict.
  const base = isEqual(stored.values, opened.values) ? stored : opened;
  const sendBased = async (body: Body, { values, version }: StoredVersion<Values>): Promise<void> => {
    const names = findChangedNames(values, methods.getValues());
    const changes = Object.fromEntries(
      Object.entries(body as object).filter(([name]) => names.includes(name)),
    );
    const text = JSON.stringify(body);
    // A retry after a lost response reuses the key, so that it creates no second item.
    if (unconfirmed.current.text !== text) unconfirmed.current = { text, key: newIdempotencyKey() };
    const idempotencyKey = unconfirmed.current.key;
    if (isSending.current) return;
    isSending.current = true;
    setHiddenError(false);
    const saved = await attempt
      .mutateAsync({ body, changes: changes as Partial<Body>, version: version ?? 0, idempotencyKey })
      .then(succeed, fail<unknown>);
    isSending.current = false;
    if (!saved.ok) return setHiddenError(showFieldErrors(methods, labels, saved.error));
    unconfirmed.current = { text: "", key: "" };
    onSaved(saved.value);
  };
  const submitBased = (version: StoredVersion<Values>): Promise<void> =>
    methods.handleSubmit((body) => sendBased(body, version))();
  const isOutdated = isConflict(attempt.error) && stored.version !== base.version;
  const versions = () => ({ base: base.values, mine: methods.getValues(), theirs: stored.values });
  const replaceValues = (values: Values): void => {
    attempt.reset();
    setOpened(stored);
    methods.reset(values);
  };
  return {
    control: methods.control as unknown as Control<Values>,
    labels,
    methods,
    submit: () => submitBased(base),
    send: (body) => sendBased(body, base),
    isSaving: attempt.isPending,
    error: isOutdated || hasHiddenError ? null : attempt.error,
    base,
    hasChanges: () => !attempt.isPending && !isEqual(methods.getValues(), base.values),
    lastSave: options.lastSave ?? null,
    conflict: isOutdated && !attempt.isPending ? versions() : null,
    keepMine: () => {
      replaceValues(mergeValues(versions()));
      void submitBased(stored);
    },
    takeTheirs: () => {
      setReplaced(methods.getValues());
      replaceValues(stored.values);
    },
    restoreMine:
      replaced === null
        ? null
        : () => {
            methods.reset(replaced);
            setReplaced(null);
          },
    decideLater: attempt.reset,
    continueWith: ({ openedVersion, values }) => {
      setOpened(openedVersion);
      methods.reset(values);
    },
  };
}

/**
 * Shows errors of the server next to their fields and focuses the first one. Returns whether each error belongs to a
 * field.
 */
function showFieldErrors<Values extends FieldValues, Body>(
  { setError }: UseFormReturn<Values, unknown, Body>,
  labels: ReadonlyMap<string, FieldLabel>,
  error: unknown,
): boolean {
  const errors = error instanceof ProblemError ? (error.problem.errors ?? []) : [];
  const names = errors.map(({ pointer }) => {
    const path = pointer.replace(/^#\//, "").replaceAll("/", ".");
    return [...labels.keys()].find((name) => path === name || path.startsWith(`${name}.`));
  });
  for (const [index, { detail: message }] of errors.entries()) {
    const name = names[index];
    if (name !== undefined)
      setError(name as FieldPath<Values>, { type: "server", message }, { shouldFocus: index === 0 });
  }
  return errors.length > 0 && names.every((name) => name !== undefined);
}

function useOnClose(act: () => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => () => latest.current(), []);
}
