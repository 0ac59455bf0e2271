/** Orders of the list of investigations. A cursor contains the value of the last row by which the list is sorted, and the number of this row. */
import type { InvestigationSort } from "@/lib/contracts/investigations/investigations";
import { AppError } from "@/lib/model/app-error";
import type { Prisma } from "@/lib/server/db/generated/client";
import type { ListedInvestigationRow } from "../investigation-row";

type OrderBy = Prisma.InvestigationOrderByWithRelationInput;

/** An order of the list, with the cursor that continues after a row. */
export interface InvestigationOrder {
  readonly orderBy: readonly OrderBy[];
  readonly createCursor: (row: ListedInvestigationRow) => string;
  /** Selects the rows after a cursor. Throws invalid-input for a cursor of another order. */
  readonly selectAfter: (cursor: string) => Prisma.InvestigationWhereInput;
}

/** Text of a cursor for a row without a due date. */
const noDate = "-";

const newestNumber: OrderBy = { number: "desc" };

/** The orders of the list, with the name in the URL as key. */
export const investigationOrders: { readonly [Sort in InvestigationSort]: InvestigationOrder } = {
  updated: {
    orderBy: [{ updatedAt: "desc" }, newestNumber],
    createCursor: ({ updatedAt, number }) => `${updatedAt.getTime()}_${number}`,
    selectAfter: (cursor) => {
      const { value, number } = parseCursor(cursor);
      const updatedAt = parseTime(value);
      return { OR: [{ updatedAt: { lt: updatedAt } }, { updatedAt, number: { lt: number } }] };
    },
  },
  number: {
    orderBy: [newestNumber],
    createCursor: ({ number }) => `0_${number}`,
    selectAfter: (cursor) => ({ number: { lt: parseCursor(cursor).number } }),
  },
  severity: {
    orderBy: [{ severity: "asc" }, newestNumber],
    createCursor: ({ severity, number }) => `${severity}_${number}`,
    selectAfter: (cursor) => {
      const { value, number } = parseCursor(cursor);
      if (!/^\d$/.test(value)) throw createCursorError();
      const severity = Number(value);
      return { OR: [{ severity: { gt: severity } }, { severity, number: { lt: number } }] };
    },
  },
  due: {
    orderBy: [{ dueOn: { sort: "asc", nulls: "last" } }, newestNumber],
    createCursor: ({ dueOn, number }) => `${dueOn?.getTime() ?? noDate}_${number}`,
    selectAfter: (cursor) => {
      const { value, number } = parseCursor(cursor);
      if (value === noDate) return { dueOn: null, number: { lt: number } };
      const dueOn = parseTime(value);
      return { OR: [{ dueOn: { gt: dueOn } }, { dueOn, number: { lt: number } }, { dueOn: null }] };
    },
  },
};

function parseCursor(cursor: string): { readonly value: string; readonly number: number } {
  const [value = "", number = ""] = cursor.split("_");
  return { value, number: Number(number) };
}

function parseTime(text: string): Date {
  const time = new Date(/^-?\d+$/.test(text) ? Number(text) : Number.NaN);
  if (Number.isNaN(time.getTime())) throw createCursorError();
  return time;
}

function createCursorError(): AppError {
  return new AppError("invalid-input", "query cursor: invalid, use nextCursor of the previous response");
}
