"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { ProblemError } from "@/lib/client/fetch-json";
import { newKey } from "@/lib/client/new-key";
import { createEvent, deleteEvent, editEvent, eventsKey } from "@/lib/client/queries/events";
import type { CreateEventBody, EditEventBody } from "@/lib/contracts/events";
import type { ChangeEvent } from "@/lib/model/event";
import { useWrite, type WriteState } from "@/components/shared/use-write";

/** Why a write did not happen. `isOverrun`: somebody else changed or removed the event meanwhile. */
export interface EventWriteError {
  readonly title: string;
  readonly detail: string;
  readonly next: string;
  readonly isConflict: boolean;
}

export interface EventWriter extends Omit<WriteState<EventWriteError>, "write"> {
  /** Each is true when the write was confirmed. */
  readonly create: (body: CreateEventBody) => Promise<boolean>;
  readonly edit: (event: ChangeEvent, body: EditEventBody) => Promise<boolean>;
  readonly remove: (event: ChangeEvent) => Promise<boolean>;
}

/** Writes events and has every list read again; a failure is told and nothing is lost. */
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
      // The same words sent again after a lost answer are the same event; other words are another one.
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
    title: "Ridgepoint's server does not answer",
    detail: error instanceof Error ? error.message : "unknown",
    next: "Send it again; what you wrote is still here.",
    isConflict: false,
  };
}
