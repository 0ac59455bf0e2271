/**
 * Runs a change of one investigation: locks it, checks the rights of the caller, and adds entries to the timeline in
 * the same transaction.
 */
import { AppError } from "@/lib/model/app-error";
import type { Result } from "@/lib/base/result";
import type { TimelinePayload } from "@/lib/model/investigation/timeline-payload";
import { requireTeam } from "@/lib/server/access/team-rights";
import { nowMs } from "@/lib/server/clock";
import type { Principal } from "@/lib/server/principal";
import { writeChange, type JsonValue, type Transaction } from "@/lib/server/with-change";
import { findInvestigation, lockInvestigation } from "./find-investigation";
import {
  readInvestigationRowContext,
  toInvestigation,
  type InvestigationRowContext,
  type InvestigationRow,
} from "./investigation-row";
import { addTimelineEntry } from "./timeline/add-timeline-entry";

/** An investigation that is locked for a change, with the transaction and the time of the change. */
export interface InvestigationChange {
  readonly transaction: Transaction;
  readonly row: InvestigationRow;
  readonly asOf: Date;
  readonly principal: Principal;
  readonly context: InvestigationRowContext;
  /** Adds an entry to the timeline of the investigation. Returns the id of the entry. */
  readonly recordTimelineEntry: (payload: TimelinePayload, atMs?: number) => Promise<string>;
  /** Returns the investigation after the change. */
  readonly readChangedInvestigation: () => Promise<ReturnType<typeof toInvestigation>>;
}

/** Caller, number of the investigation, and name of the change. */
export interface InvestigationChangeRequest {
  readonly principal: Principal;
  readonly number: number;
  /** Name of the change, for the audit trail and for recognising repeats. */
  readonly changeName: string;
  /** True for a comment, which people of other teams may write too. */
  readonly isComment?: boolean;
}

/**
 * Locks the investigation, runs `change` in a transaction, and returns its result. Throws not-found and
 * database-unavailable. Throws forbidden for an investigation of another team.
 */
export async function changeInvestigation<T extends JsonValue>(
  { principal, number, changeName, isComment = false }: InvestigationChangeRequest,
  change: (write: InvestigationChange) => Promise<T>,
): Promise<{ readonly asOfMs: number; readonly value: T }> {
  const context = await readInvestigationRowContext(principal);
  const value = await writeChange(principal, changeName, async (transaction) => {
    const row = await lockInvestigation(transaction, number, principal);
    if (!isComment) requireTeam(principal, row, "investigation");
    // Read after the lock, so that entries have the order of the changes.
    const asOf = new Date(Math.max(nowMs(), row.updatedAt.getTime()));
    return change({
      transaction,
      row,
      asOf,
      principal,
      context,
      recordTimelineEntry: (payload, atMs) =>
        addTimelineEntry(transaction, {
          investigationId: row.id,
          payload,
          author: principal.id,
          changedAt: asOf,
          occurredAt: new Date(atMs ?? asOf),
        }),
      readChangedInvestigation: async () =>
        toInvestigation(await findInvestigation(transaction, number, principal), context),
    });
  });
  return { asOfMs: nowMs(), value };
}

/** Returns the value of a result, or throws conflict with the reason of its failure. */
export function getValueOrRefuse<T>(result: Result<T, string>, title: string): T {
  if (result.ok) return result.value;
  throw createRefusalError(result.error, title);
}

/** Returns a conflict error with the reason why a rule refuses the change. */
export function createRefusalError(detail: string, title: string): AppError {
  return new AppError("conflict", detail, { userMessage: { title, next: detail } });
}

/** Returns an error for input that no change can accept, with the reason as the next step. */
export function createInputError(detail: string, title: string): AppError {
  return new AppError("invalid-input", detail, { userMessage: { title, next: detail } });
}

/**
 * Throws conflict if the present value differs from the value that the caller saw, because another person
 * changed it.
 */
export function assertUnchanged(expected: string | number, present: string | number, noun: string): void {
  if (expected === present) return;
  const detail = `the ${noun} changed from ${expected} to ${present} after the page was read`;
  throw new AppError("conflict", detail, {
    userMessage: {
      title: `Another person changed the ${noun}`,
      next: "Reload the page and repeat the change.",
    },
  });
}
