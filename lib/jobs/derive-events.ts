/** Checks every minute whether replicas, flags or version of a deployment changed, and records events. */
import { systemPrincipal } from "@/lib/server/principal";
import { deriveEvents } from "@/lib/services/events/derive-events";
import type { Job } from "./job";

/** Job that derives events, such as a new engine version, from metrics each minute. */
export const deriveEventsJob: Job = {
  name: "derive-events",
  intervalMs: 60_000,
  timeoutMs: 55_000,
  run: async (tickMs) => {
    await deriveEvents(systemPrincipal, tickMs);
  },
};
