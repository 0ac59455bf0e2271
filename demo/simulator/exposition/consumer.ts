/** Client applications that send requests. Gateways know them, engines do not. Derived from the request alone. */
import type { EngineRequest } from "../engine/request";

/** Application that sends requests. */
export type Consumer = "search" | "support" | "batch";

/** Returns the consumer of a request: 60 % search, 30 % support, 10 % the nightly batch. */
export function chooseConsumer({ id }: EngineRequest): Consumer {
  const digit = Number(id.at(-1));
  if (digit < 6) return "search";
  return digit < 9 ? "support" : "batch";
}

export const consumers: readonly Consumer[] = ["search", "support", "batch"];

/** Returns the request priority: the batch job yields to interactive consumers. */
export const choosePriority = (consumer: Consumer): string => (consumer === "batch" ? "-1" : "0");
