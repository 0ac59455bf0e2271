/** Writers of the drafts of several forms. They outlive the forms, so that a form that opens again continues its draft. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { createDraftWriter, type DraftWriter, type StoredDraft } from "./draft-writer";
import { draftsQuery } from "../investigation-requests";

/** Drafts of an investigation and their writers. */
export interface DraftWriters<Values> {
  /** Why the drafts could not be read. Null if they were read or are still loading. */
  readonly error: Error | null;
  /** Returns the writer of a part of the investigation. Each call for a part returns the same writer. */
  readonly find: (part: string) => DraftWriter<Values>;
}

/**
 * Reads the drafts of the person once, and returns a writer for each form. A form may open before the drafts are read: its
 * writer receives its draft later.
 */
export function useDraftWriters<Values>(
  number: number,
  isValues: (values: unknown) => values is Values,
): DraftWriters<Values> {
  const { data, error, isFetching, isPaused, isFetchedAfterMount } = useQuery(draftsQuery(number));
  const [writers] = useState(() => new Map<string, DraftWriter<Values>>());
  const isRead = isFetchedAfterMount || (!isFetching && !isPaused);
  const drafts = data?.drafts;
  useEffect(() => {
    if (isRead) for (const [part, writer] of writers) writer.setStoredDraft(findDraft(drafts, part));
  }, [isRead, drafts, writers]);
  const find = (part: string): DraftWriter<Values> => {
    const found = writers.get(part);
    if (found !== undefined) return found;
    const writer = createDraftWriter({ number, part, isValues });
    if (isRead) writer.setStoredDraft(findDraft(drafts, part));
    writers.set(part, writer);
    return writer;
  };
  return { error, find };
}

type ReadDraft = StoredDraft & { readonly part: string };

function findDraft(drafts: readonly ReadDraft[] | undefined, part: string): StoredDraft | undefined {
  return drafts?.find((draft) => draft.part === part);
}
