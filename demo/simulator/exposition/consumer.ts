/** Who asks: gateways know their callers, engines do not. A function of the request alone. */
import type { Request } from "../engine/request";

export type Consumer = "search" | "support" | "batch";

/** Of ten requests six are search's, three support's and one the nightly batch's. */
export function consumerOf({ id }: Request): Consumer {
  const digit = Number(id.at(-1));
  if (digit < 6) return "search";
  return digit < 9 ? "support" : "batch";
}

export const consumers: readonly Consumer[] = ["search", "support", "batch"];

/** The batch gives way to people. */
export const priorityOf = (consumer: Consumer): string => (consumer === "batch" ? "-1" : "0");
