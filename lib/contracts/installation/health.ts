/** Health endpoint: liveness, readiness and dependencies. Sources never affect readiness. */
import { z } from "zod";
import { sourceKinds } from "@/lib/model/sources/source";
import { defineContract } from "../contract";
import { emptyObject } from "../fields";

const dependency = z.object({
  name: z.string(),
  kind: z.enum(["database", ...sourceKinds, "jobs"]),
  state: z.enum(["up", "down", "unknown"]),
  detail: z.string().nullable(),
  checkedAtMs: z.number().nullable(),
});

/** Reports whether the server is alive and ready, for the probes of an orchestrator. */
export const healthContract = defineContract({
  id: "health",
  method: "GET",
  path: "/api/health",
  timeLimitMs: 2_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: z.strictObject({ probe: z.enum(["live", "ready"]).optional() }),
  body: emptyObject,
  response: z.object({
    live: z.literal(true),
    ready: z.boolean(),
    reason: z.string().nullable(),
    version: z.string(),
    /** Build id of the server. Null in development. */
    build: z.string().nullable(),
    dependencies: z.array(dependency),
  }),
});

/** Response of `GET /api/health`. */
export type HealthResponse = z.infer<typeof healthContract.response>;
