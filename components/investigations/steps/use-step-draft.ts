/** Drafts of a step's form: unsaved input is stored while a person types, and a later visit continues with it. */
import { useEffect, useRef, useState } from "react";
import type { DraftsResponse } from "@/lib/contracts/investigations/drafts";
import type { FormDraft, SavedForm } from "@/components/shared/forms/use-saved-form";
import type { StepBody, StepValues } from "./step-schema";
import { deleteDraft, saveDraft } from "../investigation-requests";

/** Time without a key press after which the input is stored. */
const pauseMs = 800;

/**
 * State of the stored draft of a form. "failed" could not be stored, "not-removed" could not be discarded.
 */
export type DraftState = "none" | "storing" | "stored" | "failed" | "removing" | "not-removed";

/** Returns the stored draft of a part; undefined without one. */
export function findDraft(
  drafts: DraftsResponse | undefined,
  part: string,
): FormDraft<StepValues> | undefined {
  const text = drafts?.drafts.find((draft) => draft.part === part)?.document;
  const draft = text === undefined ? undefined : parseJson(text);
  return isDraft(draft) ? draft : undefined;
}

/** A text that is not JSON is not a draft of this form, so the form shows the saved version. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isDraft(draft: unknown): draft is FormDraft<StepValues> {
  if (typeof draft !== "object" || draft === null) return false;
  const { values, openedVersion } = draft as Partial<FormDraft<StepValues>>;
  return isValues(values) && isValues(openedVersion?.values);
}

function isValues(values: unknown): values is StepValues {
  const { answers, checked } = (values ?? {}) as Partial<StepValues>;
  return typeof answers === "object" && typeof checked === "object";
}

interface StepDraftOptions {
  readonly number: number;
  readonly part: string;
  readonly hasDraft: boolean;
}

/** Stores the unsaved input of a form as a draft, each time that the person pauses typing. */
export function useStepDraft(
  { methods, base, hasChanges, isSaving }: SavedForm<StepValues, StepBody>,
  { number, part, hasDraft }: StepDraftOptions,
) {
  const [state, setState] = useState<DraftState>(hasDraft ? "stored" : "none");
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** Writes in order, so that an older input never replaces a newer one. */
  const writes = useRef<Promise<unknown>>(Promise.resolve());
  const latest = useRef({ base, hasChanges, isSaving });
  useEffect(() => {
    latest.current = { base, hasChanges, isSaving };
  });
  const write = (act: () => Promise<void>): Promise<void> => {
    const done = writes.current.then(act, act);
    writes.current = done.catch(() => undefined);
    return done;
  };
  /** Returns whether the draft is removed on the server. Before that, a reload would show it again. */
  const remove = async (): Promise<boolean> => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setState("removing");
    try {
      await write(() => deleteDraft(number, part));
      setState((before) => (before === "removing" ? "none" : before));
      return true;
    } catch {
      setState("not-removed");
      return false;
    }
  };
  const store = (): void => {
    timer.current = undefined;
    // Saving removes the draft when it succeeds. Until then the draft is retained.
    if (latest.current.isSaving) {
      timer.current = setTimeout(() => later.current(), pauseMs);
      return;
    }
    if (!latest.current.hasChanges()) {
      void remove();
      return;
    }
    const draft = { openedVersion: latest.current.base, values: methods.getValues() };
    write(() => saveDraft(number, part, draft)).then(
      () => setState((before) => (before === "storing" && timer.current === undefined ? "stored" : before)),
      () => setState("failed"),
    );
  };
  const later = useRef(store);
  useEffect(() => {
    later.current = store;
  });
  useEffect(() => {
    const subscription = methods.watch(() => {
      clearTimeout(timer.current);
      setState("storing");
      timer.current = setTimeout(() => later.current(), pauseMs);
    });
    return () => {
      subscription.unsubscribe();
      // The last input is stored when another step is shown.
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      later.current();
    };
  }, [methods]);
  return { state, remove };
}
