/** Initial values of the event form. Separate from the form because the page needs them before the form is loaded. */
import { exclusionReasons } from "@/lib/model/event";
import type { EventDraft } from "./event-draft";

/** Formats a time for a date input, in the browser's time zone: "2026-11-19T15:42:07". */
export function toField(atMs: number): string {
  const truncatedMs = Math.floor(atMs / 1_000) * 1_000;
  return new Date(truncatedMs - new Date(truncatedMs).getTimezoneOffset() * 60_000)
    .toISOString()
    .slice(0, 19);
}

export function newDraft(atMs: number, deployment: string | null): EventDraft {
  return { kind: "deploy", at: toField(atMs), end: "", reason: exclusionReasons[0], title: "", deployment };
}
