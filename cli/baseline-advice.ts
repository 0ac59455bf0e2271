/** Advice for the terminal about baselines and gates. The server's advice refers to pages of the UI. */
import type { ProblemCode } from "@/lib/model/problem";

/** Advice for terminal users by problem code, for requests about baselines. */
export const baselineAdvice: Partial<Record<ProblemCode, string>> = {
  "not-found":
    "check the name or id: npx ridgepoint baselines list prints all baselines with their deployments. GET /api/v1/events lists events",
  conflict:
    "name a baseline that is ready: npx ridgepoint baselines list prints the id and state of each one",
  "invalid-input": "correct the option that the message names, and run the command again",
  "database-unavailable": "start PostgreSQL, which stores baselines and gate runs, and run the command again",
  "source-unreachable": "check that the metrics server of the deployment responds, and run the command again",
};

/** Advice for a capture. Its name must not be in use. */
export const captureAdvice: typeof baselineAdvice = {
  ...baselineAdvice,
  conflict: "choose another name: npx ridgepoint baselines list --deployment NAME prints the names in use",
};
