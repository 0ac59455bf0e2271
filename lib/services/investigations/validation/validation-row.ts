/** Reads validations from database rows. */
import type { z } from "zod";
import { listDueWindows, nextDueMs } from "@/lib/analysis/validation/watch-hours";
import type { validation, validationRecord } from "@/lib/contracts/investigations/validation-fields";
import { AppError } from "@/lib/model/app-error";
import { validationReport } from "@/lib/model/investigation/validation";
import {
  hasTooFewVerdicts,
  judgeWatch,
  watchStates,
  watchVerdicts,
  type WatchedWindow,
} from "@/lib/model/investigation/watch";
import { watchSentence } from "@/lib/sentences/investigations/watch-text";
import { nowMs } from "@/lib/server/clock";
import type { Prisma } from "@/lib/server/db/generated/client";
import { findAuthorName } from "@/lib/server/sessions/author-names";
import type { Transaction } from "@/lib/server/with-change";
import { withdrawOutdatedReportVerdicts } from "./withdraw-outdated-verdicts";

const includeWatch = {
  watch: { omit: { reference: true }, include: { windows: { orderBy: { startAt: "desc" } } } },
} satisfies Prisma.ValidationInclude;

type ValidationRow = Prisma.ValidationGetPayload<{ include: typeof includeWatch }>;
type WatchRow = NonNullable<ValidationRow["watch"]>;
type ValidationReader = Pick<Transaction, "validation">;
type Validation = z.infer<typeof validation>;

/** Returns the validations of all rounds with their reports, by number. */
export async function readValidations(
  database: ValidationReader,
  investigationId: string,
): Promise<z.infer<typeof validationRecord>[]> {
  const rows = await database.validation.findMany({
    where: { investigationId },
    orderBy: { number: "asc" },
    include: includeWatch,
  });
  return rows.map(toRecord);
}

/** Returns a validation with its report. Throws not-found for a validation of another investigation. */
export async function findValidation(
  database: ValidationReader,
  id: string,
  investigationId: string,
): Promise<z.infer<typeof validationRecord>> {
  const row = await database.validation.findUnique({ where: { id, investigationId }, include: includeWatch });
  if (row === null) throw new AppError("not-found", "this validation does not exist");
  return toRecord(row);
}

/** Returns a validation without its report. */
export function withoutReport({ report: _report, ...entry }: z.infer<typeof validationRecord>): Validation {
  return entry;
}

function toRecord(row: ValidationRow): z.infer<typeof validationRecord> {
  const report = withdrawOutdatedReportVerdicts(validationReport.parse(row.report));
  return {
    id: row.id,
    number: row.number,
    round: row.round,
    verdict: report.verdict,
    sentence: report.sentence,
    author: findAuthorName(row.author),
    createdAtMs: row.createdAt.getTime(),
    watch: row.watch === null ? null : toWatch(row.watch),
    report,
  };
}

function toWatch(row: WatchRow): NonNullable<Validation["watch"]> {
  const window = { startMs: row.startAt.getTime(), endMs: row.endAt.getTime() };
  const state = watchStates.find((one) => one === row.state) ?? "ended";
  const hours = { validated: window, startedAtMs: row.startedAt.getTime() };
  const dueCount = listDueWindows(hours, row.endedAt?.getTime() ?? nowMs()).length;
  const outcome = judgeWatch(row.windows.map(toWatchedWindow));
  const { judgedCount, decision } = outcome;
  const evaluatedCount = row.windows.length;
  return {
    state,
    sentence: watchSentence({ state, endReason: row.endReason, dueCount, evaluatedCount, outcome }),
    window,
    startedAtMs: row.startedAt.getTime(),
    end:
      row.endedAt === null || row.endedBy === null
        ? null
        : { atMs: row.endedAt.getTime(), author: findAuthorName(row.endedBy), reason: row.endReason ?? "" },
    nextDueAtMs: state === "active" ? nextDueMs(hours, dueCount) : null,
    dueCount,
    judgedCount,
    isUncertain: decision === "paused" || hasTooFewVerdicts(judgedCount, dueCount),
    failure: row.failure,
    windows: row.windows.map((one) => ({
      ...toWatchedWindow(one),
      sentence: one.sentence,
      evaluatedAtMs: one.evaluatedAt.getTime(),
    })),
  };
}

interface StoredWindow {
  readonly startAt: Date;
  readonly endAt: Date;
  readonly verdict: string;
}

/** Converts an evaluated window from a database row. */
export function toWatchedWindow({ startAt, endAt, verdict }: StoredWindow): WatchedWindow {
  return {
    startMs: startAt.getTime(),
    endMs: endAt.getTime(),
    verdict: watchVerdicts.find((one) => one === verdict) ?? "cannot-tell",
  };
}
