/** Endpoints for the rollback hook of an experiment: the webhooks to choose from, and firing the hook. */
import { z } from "zod";
import { defineContract, type ResponseOf } from "../contract";
import { investigationParams, readRules, reason, writeRules } from "./request-fields";
import { experiment } from "./response-fields";

/** Lists the webhooks that an experiment may name as its rollback hook. */
export const rollbackHooksContract = defineContract({
  ...readRules,
  id: "rollback-hooks",
  path: "/api/v1/investigations/[number]/rollback-hooks",
  response: z.object({
    asOfMs: z.number(),
    /** Webhooks of the investigation's team and of all teams, by name. */
    hooks: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});

/** Requests the rollback of an experiment: the server sends a message to its webhook. */
export const fireRollbackHookContract = defineContract({
  ...writeRules,
  id: "fire-rollback-hook",
  path: "/api/v1/investigations/[number]/experiments/[experimentId]/rollback",
  params: investigationParams.extend({ experimentId: z.uuid() }),
  /** The message is sent after the response. The experiment then has its outcome. */
  body: z.strictObject({ reason }),
  response: z.object({ asOfMs: z.number(), experiment }),
});

/** Response of `GET /api/v1/investigations/[number]/rollback-hooks`. */
export type RollbackHooksResponse = ResponseOf<typeof rollbackHooksContract>;
