/** Writers of the drafts of several forms. They outlive the forms, so that a form that opens again continues its draft. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { createDraftWriter, type DraftWriter } from "./draft-writer";
import { draftsQuery } from "../investigation-requests";

/** Drafts of an investigation and their writers. */
export interface DraftWriters<Values> {
  /** True until the drafts are known. A form that opens before would not show its draft. */
  readonly isLoading: boolean;
  readonly error: Error | null;
  /** Returns the writer of a part of the investigation, the same one each time. */
  readonly find: (part: string) => DraftWriter<Values>;
}

/** Reads the drafts of the person once, and returns a writer for each form. */
export function useDraftWriters<Values>(
  number: number,
  isValues: (values: unknown) => values is Values,
): DraftWriters<Values> {
  const { data, error, isFetching, isFetchedAfterMount } = useQuery(draftsQuery(number));
  const [writers] = useState(() => new Map<string, DraftWriter<Values>>());
  const find = (part: string): DraftWriter<Values> => {
    const stored = data?.drafts.find((draft) => draft.part === part);
    const writer = writers.get(part) ?? createDraftWriter({ number, part, isValues, stored });
    writers.set(part, writer);
    return writer;
  };
  return { isLoading: isFetching && !isFetchedAfterMount, error, find };
}
