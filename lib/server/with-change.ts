/**
 * The one way to write: a transaction in the name of a principal. What it made is stored with the request's idempotency
 * key in the same transaction, so that a repeat after a crash finds it done and is not done twice. Audit belongs here.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { AppError } from "@/lib/model/app-error";
import { requireAccess, type Principal } from "./principal";
import { processMemory } from "./memory";
import { database } from "./db/client";
import { asDatabaseError } from "./db/failure";
import type { Prisma } from "./db/generated/client";

export type Transaction = Prisma.TransactionClient;
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The idempotency key under which the present request writes. */
export interface CurrentWrite {
  readonly keyId: string;
  /** What an earlier attempt of the same request had made before it died. */
  readonly outcome: { readonly what: string; readonly value: Json } | undefined;
}

function currentWrite(): AsyncLocalStorage<CurrentWrite> {
  return processMemory("current-write", () => new AsyncLocalStorage<CurrentWrite>());
}

/** Runs `work` as part of the request that holds `write`. */
export function underKey<T>(write: CurrentWrite, work: () => Promise<T>): Promise<T> {
  return currentWrite().run(write, work);
}

/**
 * What `change` makes, committed. `what` names the change for the audit and for replay; one request makes one change.
 * Throws database-unavailable when it cannot be known to be committed: never retried here, the caller repeats with its key.
 */
export async function withChange<T extends Json>(
  principal: Principal,
  what: string,
  change: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  requireAccess(principal, "write");
  const write = currentWrite().getStore();
  // The caller of a repeat has the same request, hence the same change and the same shape of its value.
  if (write?.outcome?.what === what) return write.outcome.value as T;
  try {
    return await database().$transaction(async (transaction) => {
      const value = await change(transaction);
      if (write) await noteOutcome(transaction, write.keyId, { what, value });
      return value;
    });
  } catch (error) {
    throw asDatabaseError(error, "PostgreSQL did not confirm the change; repeat it");
  }
}

async function noteOutcome(
  transaction: Transaction,
  keyId: string,
  outcome: { what: string; value: Json },
): Promise<void> {
  const { count } = await transaction.idempotencyKey.updateMany({
    where: { id: keyId, status: null },
    data: { outcome: JSON.parse(JSON.stringify(outcome)) },
  });
  if (count !== 1) throw new AppError("conflict", "another attempt of this request took over");
}
