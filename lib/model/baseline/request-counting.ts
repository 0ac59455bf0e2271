/**
 * How the arrivals of a window are computed. Most engines count a request when it finishes, so an engine that cannot keep
 * up counts fewer requests than arrive. The growth of the requests in flight is the difference.
 */
import { z } from "zod";

/** Gauges of the requests in flight. */
export const inFlightSignals = ["running", "waiting"] as const;

/** Schema of how an engine counts requests. */
export const requestCounting = z.strictObject({
  /** True if the request counter increases when requests arrive, false if it increases when they finish. */
  isOnArrival: z.boolean(),
  /**
   * Gauges whose sum is the number of requests in flight. If the list is empty and `isOnArrival` is false, the load is
   * the rate of finished requests.
   */
  inFlightSignals: z.array(z.enum(inFlightSignals)).max(inFlightSignals.length),
});
/** How an engine counts requests. */
export type RequestCounting = z.infer<typeof requestCounting>;
