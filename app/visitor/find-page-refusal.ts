/** Decides whether a page may be opened, from the access rule of the endpoint that it reads. */
import type { AnyContract } from "@/lib/contracts/contract";
import { describeRefusedAccess } from "@/lib/format/sentence";
import { findAccessError } from "@/lib/server/access/require-access";
import { identifyVisitor } from "./identify-visitor";

/**
 * Returns why the visitor may not read the endpoint of the page, in sentences for the screen. Null if the visitor may
 * read it. Also null while PostgreSQL does not respond, because the page then reports the failure.
 */
export async function findPageRefusal(contract: Pick<AnyContract, "id">): Promise<string | null> {
  const caller = await identifyVisitor();
  const error = caller === undefined ? null : findAccessError(caller, contract);
  return error === null ? null : describeRefusedAccess(error);
}
