/** The health door: alive, ready, and each dependency. Outside sources never decide readiness. */
import { z } from "zod";
import { sourceKinds } from "@/lib/model/source";
import { defineContract } from "./contract";
import { nothing } from "./fields";

const dependency = z.object({
  name: z.string(),
  kind: z.enum(["database", ...sourceKinds, "jobs"]),
  state: z.enum(["up", "down", "unknown"]),
  detail: z.string().nullable(),
  checkedAtMs: z.number().nullable(),
});

export const healthContract = defineContract({
  id: "health",
  method: "GET",
  path: "/api/health",
  access: "public",
  timeLimitMs: 2_000,
  maxBodyBytes: 0,
  params: nothing,
  query: z.strictObject({ probe: z.enum(["live", "ready"]).optional() }),
  body: nothing,
  response: z.object({
    live: z.literal(true),
    ready: z.boolean(),
    reason: z.string().nullable(),
    version: z.string(),
    /** Which build answers; null where the server runs from its sources. */
    build: z.string().nullable(),
    dependencies: z.array(dependency),
  }),
});

export type HealthResponse = z.infer<typeof healthContract.response>;
