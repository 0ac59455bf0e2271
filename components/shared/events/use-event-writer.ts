"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { ProblemError } from "@/lib/client/fetch-json";
import { newKey } from "@/lib/client/new-key";
import { createEvent, deleteEvent, editEvent, eventsKey } from "@/lib/client/queries/events";
import type { CreateEventBody, EditEventBody } from "@/lib/contracts/events";
import type { ChangeEvent } from "@/lib/model/event";
import { useWrite, type WriteState } from "@/components/shared/use-write";

/** Why a write failed. `isConflict` means that another user changed or deleted the event. */
export interface EventWriteError {
  readonly title: string;
  readonly detail: string;
  readonly next: string;
  readonly isConflict: boolean;
}

export interface EventWriter extends Omit<WriteState<EventWriteError>, "write"> {
  /** Each function resolves to true if the server confirmed the write. */
  readonly create: (body: CreateEventBody) => Promise<boolean>;
  readonly edit: (event: ChangeEvent, body: EditEventBody) => Promise<boolean>;
  readonly remove: (event: ChangeEvent) => Promise<boolean>;
}

/** Writes events and refetches all event lists. Exposes the last error. */
export function useEventWriter(): EventWriter {
  const queries = useQueryClient();
  const { write, ...writeState } = useWrite(toWriteError, () =>
    queries.invalidateQueries({ queryKey: eventsKey }),
  );
  const lastCreation = useRef({ text: "", key: "" });
  return {
    ...writeState,
    create: (body) => {
      const text = JSON.stringify(body);
      // A retry of the same body reuses the idempotency key, so that it creates no second event.
      if (lastCreation.current.text !== text) lastCreation.current = { text, key: newKey() };
      const { key } = lastCreation.current;
      return write(async () => {
        await createEvent(body, key);
        lastCreation.current = { text: "", key: "" };
      });
    },
    edit: (event, body) => write(() => editEvent(event, body)),
    remove: (event) => write(() => deleteEvent(event)),
  };
}

function toWriteError(error: unknown): EventWriteError {
  if (error instanceof ProblemError) {
    const { title, detail, next, code } = error.problem;
    return { title, detail, next, isConflict: code === "precondition-failed" };
  }
  return {
    title: "The change could not be saved",
    detail: `${error instanceof Error ? error.message : "The reason is unknown"}.`,
    next: "Your input is kept. Try again.",
    isConflict: false,
  };
}
