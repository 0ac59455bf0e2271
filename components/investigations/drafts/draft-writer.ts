/** Stores the draft of one form. It never replaces or deletes a draft that this page has not read. */
import type { FormDraft } from "@/components/shared/forms/use-saved-form";
import { isEqual } from "@/components/shared/forms/compare-values";
import { isConflict } from "@/components/shared/forms/write-error";
import {
  addLaterInput,
  findCollisions,
  mergeDrafts,
  type DraftCollision,
  type DraftVersions,
} from "./merge-drafts";
import { deleteDraft, readDrafts, saveDraft } from "../investigation-requests";

/** A draft on the server. */
export interface StoredDraft {
  readonly document: string;
  readonly updatedAtMs: number;
}

/** The open form of a writer. */
export interface DraftListener<Values> {
  /** Returns whether the form has input that is not saved. */
  readonly hasInput: () => boolean;
  /** Receives the stored draft; null if there is none, or if the form has input that it would replace. */
  readonly showStoredDraft: (draft: FormDraft<Values> | null) => void;
  /** Receives the draft to which input of another page was added. `mine` is the input of this page before. */
  readonly showMergedDraft: (draft: FormDraft<Values>, mine: Values) => void;
}

/** Draft of one form: its content, and the requests that store and delete it, in order. */
export interface DraftWriter<Values> {
  /** False until the stored draft was read, or could not be read. */
  readonly hasReadStoredDraft: () => boolean;
  /**
   * Receives the stored draft once; absent if there is none or it could not be read. Input before that replaces no draft: it
   * is merged with the draft when it is stored.
   */
  readonly setStoredDraft: (stored?: StoredDraft) => void;
  /** The unsaved input, also while it is not stored. Null without unsaved input. */
  readonly getUnsavedInput: () => FormDraft<Values> | null;
  /** True if another tab or device wrote the draft. */
  readonly isFromOtherPage: () => boolean;
  readonly isStored: () => boolean;
  /** `updatedAtMs` of the stored draft that this page has read or written; null without one. */
  readonly getStoredVersionMs: () => number | null;
  /** Sets the open form. Call it with null when the form closes. */
  readonly setListener: (listener: DraftListener<Values> | null) => void;
  /**
   * Stores a draft. Returns the fields that another page changed to a different value: then nothing is stored, because the
   * person decides. Rejects if the server did not store the draft.
   */
  readonly storeDraft: (draft: FormDraft<Values>) => Promise<readonly DraftCollision[]>;
  /** Decides a collision. Returns the draft to show. */
  readonly resolveCollision: (preferred: "mine" | "other", mine: FormDraft<Values>) => FormDraft<Values>;
  /**
   * Deletes the draft. A different draft of another page remains and becomes the current one. Rejects if the server did not
   * delete the draft.
   */
  readonly deleteStoredDraft: () => Promise<void>;
}

interface WriterOptions<Values> {
  readonly number: number;
  readonly part: string;
  readonly isValues: (values: unknown) => values is Values;
}

interface KnownDraft<Values> {
  /** Null for a text that this form did not write. */
  readonly draft: FormDraft<Values> | null;
  readonly updatedAtMs: number;
}

/** State of a writer. */
interface WriterState<Values> {
  readonly options: WriterOptions<Values>;
  /** The draft on the server, as far as this page knows. */
  known: KnownDraft<Values> | null;
  current: FormDraft<Values> | null;
  isFromOtherPage: boolean;
  isRead: boolean;
  /** True if the form had input before the stored draft was read, so that the form did not show this draft. */
  hasUnshownDraft: boolean;
  listener: DraftListener<Values> | null;
  /** A draft of another page, until the person decides between the two. */
  undecided: { readonly versions: DraftVersions<Values>; readonly known: KnownDraft<Values> } | null;
  /** Texts whose storing was not confirmed, so that this page recognizes its input on the server. */
  readonly unconfirmed: Set<string>;
}

/** Returns the writer of the draft of one form. */
export function createDraftWriter<Values>(options: WriterOptions<Values>): DraftWriter<Values> {
  const state: WriterState<Values> = {
    options,
    known: null,
    current: null,
    isFromOtherPage: false,
    isRead: false,
    hasUnshownDraft: false,
    listener: null,
    undecided: null,
    unconfirmed: new Set(),
  };
  /** Writes in order, so that an older input never replaces a newer one. */
  let writes: Promise<unknown> = Promise.resolve();
  const enqueue = <Result>(act: () => Promise<Result>): Promise<Result> => {
    const result = writes.then(act, act);
    writes = result.catch(() => undefined);
    return result;
  };
  return {
    hasReadStoredDraft: () => state.isRead,
    setStoredDraft: (stored) => loadDraft(state, stored),
    getUnsavedInput: () => state.current,
    isFromOtherPage: () => state.isFromOtherPage,
    isStored: () => isEqual(state.known?.draft ?? null, state.current),
    getStoredVersionMs: () => state.known?.updatedAtMs ?? null,
    setListener: (listener) => {
      state.listener = listener;
    },
    storeDraft: (draft) => {
      state.current = draft;
      return enqueue(() => storeCurrent(state));
    },
    resolveCollision: (preferred, mine) => {
      const { undecided } = state;
      const draft = undecided === null ? mine : mergeDrafts({ ...undecided.versions, mine }, preferred);
      state.known = undecided?.known ?? state.known;
      state.undecided = null;
      state.current = draft;
      return draft;
    },
    deleteStoredDraft: () => {
      const removed = state.current;
      state.current = null;
      return enqueue(async () => {
        state.isFromOtherPage = false;
        await eraseDraft(state).catch((error: unknown) => {
          state.current ??= removed;
          throw error;
        });
        state.unconfirmed.clear();
      });
    },
  };
}

function loadDraft<Values>(state: WriterState<Values>, stored: StoredDraft | undefined): void {
  if (state.isRead) return;
  state.isRead = true;
  // A draft that this page already stored is newer than the one that was read.
  const hasInput = state.known !== null || state.current !== null || state.listener?.hasInput() === true;
  state.hasUnshownDraft = stored !== undefined && state.known === null && hasInput;
  if (stored !== undefined && !hasInput) {
    state.known = toKnown(stored, state.options.isValues);
    state.current = state.known.draft;
  }
  state.listener?.showStoredDraft(hasInput ? null : state.current);
}

function toKnown<Values>(
  { document, updatedAtMs }: StoredDraft,
  isValues: WriterOptions<Values>["isValues"],
): KnownDraft<Values> {
  return { draft: parseDraft(document, isValues), updatedAtMs };
}

/** Reads the draft on the server. An unreadable draft and the input of this page are no changes of another page. */
async function readDraft<Values>({ options, unconfirmed }: WriterState<Values>) {
  const { drafts } = await readDrafts(options.number);
  const stored = drafts.find(({ part }) => part === options.part);
  if (stored === undefined) return null;
  const known = toKnown(stored, options.isValues);
  return { ...known, isOther: known.draft !== null && !unconfirmed.has(stored.document) };
}

/** Stores the current input, merged with the draft of another page. Returns the fields that the person has to decide. */
async function storeCurrent<Values>(state: WriterState<Values>): Promise<readonly DraftCollision[]> {
  const mine = state.current;
  if (mine === null || (await tryToStore(state, mine))) return [];
  const stored = await readDraft(state);
  if (stored?.isOther === true && stored.draft !== null) {
    const base = state.known?.draft?.values ?? mine.openedVersion.values;
    const versions = { base, mine, other: stored.draft };
    const collisions = findCollisions(versions);
    state.undecided = collisions.length === 0 ? null : { versions, known: stored };
    if (collisions.length > 0) return collisions;
    const merged = mergeDrafts(versions, "mine");
    // Input since the start of the request is retained.
    const present = state.current?.values ?? mine.values;
    state.current = addLaterInput(merged, { base: mine.values, present });
    state.listener?.showMergedDraft(merged, mine.values);
  }
  state.known = stored;
  return storeCurrent(state);
}

/** Returns whether the server stored the draft. False if the present draft is not the known one. */
async function tryToStore<Values>(state: WriterState<Values>, draft: FormDraft<Values>): Promise<boolean> {
  const { options, known, unconfirmed } = state;
  const document = JSON.stringify(draft);
  try {
    const replaced = known === null ? {} : { replacedMs: known.updatedAtMs };
    const { updatedAtMs } = await saveDraft(options.number, options.part, { document, ...replaced });
    state.known = { draft, updatedAtMs };
    state.hasUnshownDraft = false;
    unconfirmed.clear();
    return true;
  } catch (error) {
    if (isConflict(error)) return false;
    unconfirmed.add(document);
    throw error;
  }
}

/** Deletes the draft on the server. The draft of another page becomes the current one instead. */
async function eraseDraft<Values>(state: WriterState<Values>): Promise<void> {
  // Without a decision, the server has the draft of the other page.
  if (state.undecided !== null || state.hasUnshownDraft) return takeOther(state);
  const present = state.known ?? (state.unconfirmed.size === 0 ? null : await readDraft(state));
  if (present === null) return;
  try {
    await deleteDraft(state.options.number, state.options.part, present.updatedAtMs);
    state.known = null;
    return;
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
  await takeOther(state);
}

/** Continues with the draft of another page after this page discarded its draft. */
async function takeOther<Values>(state: WriterState<Values>): Promise<void> {
  const stored = await readDraft(state);
  state.known = stored;
  state.undecided = null;
  state.hasUnshownDraft = false;
  if (stored === null) return;
  if (!stored.isOther) return eraseDraft(state);
  state.isFromOtherPage = true;
  // Input since the start of the request is merged when it is stored.
  if (state.current === null) state.current = stored.draft;
  else state.known = null;
}

/** A text that is no draft of this form is no draft, so the form shows the saved version. */
function parseDraft<Values>(
  text: string,
  isValues: (values: unknown) => values is Values,
): FormDraft<Values> | null {
  try {
    const draft = JSON.parse(text) as Partial<FormDraft<Values>> | null;
    const { values, openedVersion } = draft ?? {};
    return isValues(values) && isValues(openedVersion?.values) ? (draft as FormDraft<Values>) : null;
  } catch {
    return null;
  }
}
