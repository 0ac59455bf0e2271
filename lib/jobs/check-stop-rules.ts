/**
 * Fires the rollback hooks of experiments whose guard is worse at two consecutive interim analyses. Blocks are one
 * minute long.
 */
import { checkStopRules } from "@/lib/services/investigations/experiments/rollback-hook/check-stop-rules";
import type { Job } from "./job";

const limitMs = 50_000;

/** Checks every minute whether the stop rule of a running experiment fires its rollback hook. */
export const checkStopRulesJob: Job = {
  name: "check-stop-rules",
  intervalMs: 60_000,
  timeoutMs: 60_000,
  run: () => checkStopRules(AbortSignal.timeout(limitMs)),
};
