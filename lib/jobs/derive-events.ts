/** Looks every minute what changed in how deployments run: replicas, flags, version. */
import { systemPrincipal } from "@/lib/server/principal";
import { deriveEvents } from "@/lib/services/events/derive-events";
import type { Job } from "./job";

export const deriveEventsJob: Job = {
  name: "derive-events",
  intervalMs: 60_000,
  timeoutMs: 55_000,
  run: async (tickMs) => {
    await deriveEvents(systemPrincipal, tickMs);
  },
};
