/**
 * Checks responses against their contract. Tests and development check every response and fail on a violation.
 * Production checks a sample, logs violations and still sends the response.
 */
import { assert } from "@/lib/base/assert";
import { getLogger } from "@/lib/server/logger";
import { getProcessState } from "@/lib/server/process-state";
import type { AnyContract } from "@/lib/contracts/contract";
import type { HandlerResponse } from "@/lib/server/handler";

/** In production, the first response of an endpoint and then each 50th response is checked. */
const sampleEvery = 50;

/**
 * Validates a response against its contract and returns it unchanged. Outside production, it validates every response
 * and throws AssertionFailure for a violation.
 */
export function checkResponse<C extends AnyContract>(
  contract: C,
  response: HandlerResponse<C>,
): HandlerResponse<C> {
  const isProduction = process.env.NODE_ENV === "production";
  if (isProduction && !isSampled(contract.id)) return response;
  const parsed = contract.response.safeParse(response);
  if (parsed.success) return response;
  const issue = parsed.error.issues[0];
  const breach = `${contract.id} violates its contract at ${issue?.path.map(String).join(".") ?? ""}: ${issue?.message ?? ""}`;
  assert(isProduction, breach);
  getLogger().error({ contract: contract.id }, breach);
  return response;
}

function isSampled(contractId: string): boolean {
  const counts = getProcessState("response-samples", () => new Map<string, number>());
  const count = counts.get(contractId) ?? 0;
  counts.set(contractId, count + 1);
  return count % sampleEvery === 0;
}
