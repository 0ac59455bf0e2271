/** Draft of a form: unsaved input is stored while a person types, and a later visit continues with it. */
import { fail, succeed } from "@/lib/base/result";
import { isRefusedWrite } from "@/lib/client/retry";
import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from "react";
import type { FieldValues } from "react-hook-form";
import type { FormDraft, SavedForm } from "@/components/shared/forms/use-saved-form";
import type { DraftListener, DraftWriter } from "./draft-writer";
import type { Problem } from "@/lib/model/problem";
import { addLaterInput, type DraftCollision } from "./merge-drafts";

/** Time without a key press after which the input is stored. */
const pauseMs = 800;
/** Time after which input is stored even if the person types without a pause. */
const maxDelayMs = 5_000;
/** Time after a failed attempt until the next attempt. The next attempt is earlier if the connection returns. */
const retryMs = 15_000;

/**
 * State of the stored draft of a form. "reading": the stored draft is being read. "failed": the draft could not be stored,
 * and Ridgepoint tries again. "refused": the server refused the draft, and Ridgepoint tries again after the next input.
 * "not-removed": the draft could not be discarded. "collision": the person has to choose between this draft and the draft
 * of another page.
 */
export type DraftState =
  | "reading"
  | "none"
  | "storing"
  | "stored"
  | "failed"
  | "refused"
  | "removing"
  | "not-removed"
  | "collision";

/** Origin of the displayed draft: this page, another tab or device, or both after a merge. */
export type DraftOrigin = "this-page" | "merged" | "other-page";

/** The draft of a form and its functions. */
export interface Draft {
  readonly state: DraftState;
  readonly origin: DraftOrigin;
  /** Why the server refused the last draft; null if it refused none. */
  readonly refusal: Problem | null;
  /** Fields to which another page stored different input. Empty unless the state is "collision". */
  readonly collisions: readonly DraftCollision[];
  readonly resolveCollision: (preferred: "mine" | "other") => void;
  /** Deletes the draft. Returns whether the server deleted it. Before that, a reload would show it again. */
  readonly deleteStoredDraft: () => Promise<boolean>;
}

/** Stores the unsaved input of a form as a draft, each time that the person pauses typing. */
export function useDraft<Values extends FieldValues, Body>(
  form: SavedForm<Values, Body>,
  writer: DraftWriter<Values>,
): Draft {
  const { methods } = form;
  const [state, setState] = useState<DraftState>(() => initialState(writer));
  const [collisions, setCollisions] = useState<readonly DraftCollision[]>([]);
  const [origin, setOrigin] = useState<DraftOrigin>(writer.isFromOtherPage() ? "other-page" : "this-page");
  const [refusal, setRefusal] = useState<Problem | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(form);
  const later = useRef<() => void>(() => undefined);
  const [delay] = useState(createDelay);
  const showNext = useCallback((next: DraftState, delayMs: number): void => {
    clearTimeout(timer.current);
    setState(next);
    timer.current = setTimeout(() => later.current(), delayMs);
  }, []);
  const remove = async (): Promise<boolean> => {
    clearTimer(timer);
    setState("removing");
    const isRemoved = (await writer.deleteStoredDraft().then(succeed, fail<unknown>)).ok;
    setState((before) => (before !== "removing" ? before : isRemoved ? "none" : "not-removed"));
    return isRemoved;
  };
  const removeUnchanged = async (): Promise<void> => {
    if ((await remove()) && showDraft(latest.current, writer.getUnsavedInput())) setOrigin("other-page");
  };
  const store = (draft: FormDraft<Values>): void => {
    writer.storeDraft(draft).then(
      (found) => {
        setCollisions(found);
        const next = found.length === 0 ? "stored" : "collision";
        setState((before) => (before !== "removing" && timer.current === undefined ? next : before));
      },
      (error: unknown) => {
        if (timer.current !== undefined) return;
        // The server may be reachable again without an event of the browser.
        if (!isRefusedWrite(error)) return showNext("failed", retryMs);
        setRefusal(error.problem);
        setState("refused");
      },
    );
  };
  const storeInput = (): void => {
    clearTimer(timer);
    delay.end();
    // Saving removes the draft when it succeeds. Until then the draft is retained.
    if (latest.current.isSaving) timer.current = setTimeout(() => later.current(), pauseMs);
    else if (latest.current.hasChanges()) store(readInput(latest.current));
    else void removeUnchanged();
  };
  const decide = (preferred: "mine" | "other"): void => {
    setCollisions([]);
    latest.current.continueWith(writer.resolveCollision(preferred, readInput(latest.current)));
    showNext("storing", 0);
  };
  useEffect(() => {
    latest.current = form;
    later.current = storeInput;
  });
  useEffect(() => {
    writer.setListener(
      createListener(latest, {
        onRead: (isShown) => {
          if (isShown) clearTimer(timer);
          setState((before) => (isShown || before === "reading" ? initialState(writer) : before));
        },
        onMerged: () => setOrigin("merged"),
      }),
    );
    const subscription = methods.watch(() => showNext("storing", delay.begin()));
    // Without input of this page there is nothing to store, and its deleted draft may still be on its way.
    if (writer.getUnsavedInput() !== null && !writer.isStored()) later.current();
    return () => {
      subscription.unsubscribe();
      writer.setListener(null);
      if (clearTimer(timer)) storeLastInput(latest.current, writer);
    };
  }, [methods, writer, delay, showNext]);
  useStoringEvents(() => timer.current !== undefined && later.current());
  return { state, origin, refusal, collisions, resolveCollision: decide, deleteStoredDraft: remove };
}

interface ListenerActions {
  /** Called when the stored draft was read. `isShown` is true if the form now has its input. */
  readonly onRead: (isShown: boolean) => void;
  /** Called when the form receives input of another page. */
  readonly onMerged: () => void;
}

/** Returns a listener that shows the drafts of a writer in the form. */
function createListener<Values extends FieldValues, Body>(
  form: RefObject<SavedForm<Values, Body>>,
  { onRead, onMerged }: ListenerActions,
): DraftListener<Values> {
  return {
    hasInput: () => form.current.hasChanges() || form.current.isSaving,
    showStoredDraft: (draft) => onRead(showDraft(form.current, draft)),
    showMergedDraft: (merged, base) => {
      onMerged();
      const present = form.current.methods.getValues();
      form.current.continueWith(addLaterInput(merged, { base, present }));
    },
  };
}

/** Shows a draft in a form without input. Returns whether it is shown. */
function showDraft<Values extends FieldValues, Body>(
  form: SavedForm<Values, Body>,
  draft: FormDraft<Values> | null,
): boolean {
  if (draft === null || form.hasChanges()) return false;
  form.continueWith(draft);
  return true;
}

/** Ends the wait for the next attempt. Returns whether one was planned. */
function clearTimer(timer: RefObject<ReturnType<typeof setTimeout> | undefined>): boolean {
  const isPlanned = timer.current !== undefined;
  clearTimeout(timer.current);
  timer.current = undefined;
  return isPlanned;
}

function readInput<Values extends FieldValues, Body>({
  methods,
  base,
}: SavedForm<Values, Body>): FormDraft<Values> {
  return { openedVersion: base, values: methods.getValues() };
}

/** Stores the input when the form closes. It is stored even while it is being saved, because the save may fail. */
function storeLastInput<Values extends FieldValues, Body>(
  form: SavedForm<Values, Body>,
  writer: DraftWriter<Values>,
): void {
  const hasInput = form.hasChanges() || form.isSaving;
  const write = hasInput ? writer.storeDraft(readInput(form)) : writer.deleteStoredDraft();
  write.catch(() => undefined);
}

interface Delay {
  /** Called for each input. Returns the time until the input is stored. */
  readonly begin: () => number;
  /** Called when the input is stored. */
  readonly end: () => void;
}

function createDelay(): Delay {
  let firstInputMs: number | null = null;
  return {
    begin: () => {
      firstInputMs ??= Date.now();
      return Math.max(0, Math.min(pauseMs, firstInputMs + maxDelayMs - Date.now()));
    },
    end: () => {
      firstInputMs = null;
    },
  };
}

/** Runs an action when the connection of the browser returns, and when the page is hidden, because a hidden page may be closed without an event. */
function useStoringEvents(act: () => void): void {
  const run = useEffectEvent(act);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener("online", () => run(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden && run(), { signal });
    return () => listening.abort();
  }, []);
}

function initialState<Values>(writer: DraftWriter<Values>): DraftState {
  if (writer.getUnsavedInput() === null) return writer.hasReadStoredDraft() ? "none" : "reading";
  return writer.isStored() ? "stored" : "storing";
}

/**
 * Returns the form without its question about unsaved changes while its input is stored as a draft. Discarding the changes
 * also discards the draft; `onRemoved` runs after that.
 */
export function skipQuestionIfDraftStored<Values extends FieldValues, Body>(
  form: SavedForm<Values, Body>,
  { state, deleteStoredDraft }: Draft,
  onRemoved: () => unknown = () => undefined,
): SavedForm<Values, Body> {
  const onDiscard = (): void => void deleteStoredDraft().then(onRemoved);
  // The draft may be stored while the question is open.
  return state === "stored" ? { ...form, onDiscard, hasChanges: () => false } : { ...form, onDiscard };
}
