/** State of the audit trail in the URL: filters, time range and page. */
import { useQueryStates } from "nuqs";
import { windowError } from "@/lib/model/time-window";
import { parseAsMatch, type UrlState } from "./url-parsers";
import { clockToleranceMs, defaultWindowTo, parseAsTime } from "./url-state";
import { useClock } from "./use-clock";

const parseAsName = parseAsMatch(/^[\s\S]{1,200}$/);

const auditParsers = {
  author: parseAsName,
  action: parseAsName,
  table: parseAsName,
  /** Id of the changed object. */
  object: parseAsName,
  /** Start of the time range. `to` is its end. If both are absent, entries of all times are listed. */
  from: parseAsTime,
  to: parseAsTime,
  /** Entry after which the page starts. If absent, the page starts with the newest entry. */
  before: parseAsMatch(/^\d{1,18}$/),
};

/** Filters and page of the audit trail, from the URL. */
export type AuditState = UrlState<typeof auditParsers>;

/** Filters of the audit trail, without its page. */
export type AuditFilters = Omit<AuditState, "before">;

/** Filters that select all entries of the audit trail. */
export const noAuditFilters: AuditFilters = {
  author: null,
  action: null,
  table: null,
  object: null,
  from: null,
  to: null,
};

/**
 * Returns filters and page of the audit trail and a setter. Each change adds a history entry, and new
 * filters start at the newest entry.
 */
export function useAuditState() {
  const [raw, setRaw] = useQueryStates(auditParsers, { history: "push" });
  const state = removeInvalidRange(raw, useClock());
  const setFilters = (change: Partial<AuditFilters>) => void setRaw({ ...change, before: null });
  const openPage = (before: string | null) => void setRaw({ before });
  return { state, setFilters, openPage };
}

/** Removes a time range that is reversed, in the future, too short or too long. The page frame reports it. */
function removeInvalidRange(state: AuditState, nowMs: number): AuditState {
  if (state.from === null && state.to === null) return state;
  const range = { from: state.from ?? "", to: state.to ?? defaultWindowTo };
  return windowError(range, nowMs, clockToleranceMs) === undefined
    ? { ...state, ...range }
    : { ...state, from: null, to: null };
}
