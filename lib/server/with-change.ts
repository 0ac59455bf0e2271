/**
 * Runs a change as a transaction in the name of a principal. The same transaction stores the result with the request's
 * idempotency key, so that a repeat after a crash returns the result and does not repeat the change. Triggers of the
 * database record the objects before and after the change in the audit trail.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { AppError } from "@/lib/model/app-error";
import type { Principal } from "./principal";
import { getProcessState } from "./process-state";
import { getDatabase } from "./db/client";
import { toDatabaseError } from "./db/failure";
import type { Prisma } from "./db/generated/client";

/** Prisma client of a transaction. */
export type Transaction = Prisma.TransactionClient;

/** Fields of the caller from which the audit trail identifies the author of a change. */
type ChangeAuthor = Pick<Principal, "kind" | "id" | "address" | "token">;

/** Value that JSON can represent. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** Idempotency key of the current request, and the result of an earlier attempt. */
export interface IdempotentWrite {
  readonly idempotencyKeyId: string;
  /** Result that an earlier attempt of this request stored before it crashed. */
  readonly outcome: { readonly what: string; readonly value: JsonValue } | undefined;
}

function currentWrite(): AsyncLocalStorage<IdempotentWrite> {
  return getProcessState("current-write", () => new AsyncLocalStorage<IdempotentWrite>());
}

/** Runs `work`. Changes that `writeChange` makes in it store their result with this idempotency key. */
export function runWithIdempotencyKey<T>(write: IdempotentWrite, work: () => Promise<T>): Promise<T> {
  return currentWrite().run(write, work);
}

/**
 * Runs `change` in a transaction and returns its result after the commit. `changeName` names the change for
 * the audit trail. A request makes one change only. Throws database-unavailable when the outcome of the
 * commit is unknown; the client then repeats the request with its key.
 */
export async function writeChange<T extends JsonValue>(
  author: ChangeAuthor,
  changeName: string,
  change: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const write = currentWrite().getStore();
  // A repeat has the same request, so the change and its type are the same.
  if (write?.outcome?.what === changeName) return write.outcome.value as T;
  try {
    return await getDatabase().$transaction(async (transaction) => {
      await nameActor(transaction, author, changeName);
      const value = await change(transaction);
      if (write) await noteOutcome(transaction, write.idempotencyKeyId, { what: changeName, value });
      return value;
    });
  } catch (error) {
    throw toDatabaseError(
      error,
      "PostgreSQL did not confirm the change, so it may or may not be stored. Repeat the change",
    );
  }
}

/** Names who makes the transaction's changes, for the triggers that write the audit trail. */
async function nameActor(
  transaction: Transaction,
  { kind, id, address, token }: ChangeAuthor,
  changeName: string,
): Promise<void> {
  await transaction.$executeRaw`
    select set_config('ridgepoint.actor_kind', ${kind}, true), set_config('ridgepoint.actor_id', ${id}, true),
      set_config('ridgepoint.address', ${address ?? ""}, true), set_config('ridgepoint.token', ${token?.id ?? ""}, true),
      set_config('ridgepoint.action', ${changeName}, true)`;
}

async function noteOutcome(
  transaction: Transaction,
  keyId: string,
  outcome: { what: string; value: JsonValue },
): Promise<void> {
  const { count } = await transaction.idempotencyKey.updateMany({
    where: { id: keyId, status: null },
    data: { outcome: JSON.parse(JSON.stringify(outcome)) },
  });
  if (count !== 1) throw new AppError("conflict", "another attempt of this request has taken over");
}
