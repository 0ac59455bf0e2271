/**
 * Answers are held against their contract: always in tests and development, where a breach fails the request, and now and
 * then in production, where it is logged and the answer still sent.
 */
import { assert } from "@/lib/base/assert";
import { logger } from "./logger";
import { processMemory } from "./memory";
import type { AnyContract, HandlerResponse } from "./handler";

/** One in this many answers of a door is checked in production, the first included. */
const sampleEvery = 50;

/** `response` unchanged. Throws AssertionFailure for a breach outside production. */
export function checkResponse<C extends AnyContract>(
  contract: C,
  response: HandlerResponse<C>,
): HandlerResponse<C> {
  const isProduction = process.env.NODE_ENV === "production";
  if (isProduction && !isSampled(contract.id)) return response;
  const parsed = contract.response.safeParse(response);
  if (parsed.success) return response;
  const issue = parsed.error.issues[0];
  const breach = `${contract.id} breaks its contract at ${issue?.path.map(String).join(".") ?? ""}: ${issue?.message ?? ""}`;
  assert(isProduction, breach);
  logger().error({ contract: contract.id }, breach);
  return response;
}

function isSampled(contractId: string): boolean {
  const counts = processMemory("response-samples", () => new Map<string, number>());
  const count = counts.get(contractId) ?? 0;
  counts.set(contractId, count + 1);
  return count % sampleEvery === 0;
}
