import { afterEach, expect, test } from "vitest";
import { deleteAllProcessState } from "@/lib/server/process-state";
import type { DeploymentRecord } from "./effective-deployments";
import { cacheUnstoredDeployments } from "./known-deployments";
import { requireDeploymentTeam } from "./require-deployment-team";

afterEach(() => deleteAllProcessState([]));

const caller = { teamIds: [], role: "editor" } as unknown as Parameters<typeof requireDeploymentTeam>[1];
const emptyTable = { deployment: { findUnique: () => Promise.resolve(null) } } as unknown as Parameters<
  typeof requireDeploymentTeam
>[0];

test("a deployment that is listed but not stored yet is not reported as missing", async () => {
  const discovered = {
    id: "a",
    identity: "chat",
    metricsSource: "prom",
    mergedInto: null,
  } as DeploymentRecord;
  cacheUnstoredDeployments([discovered]);
  await expect(requireDeploymentTeam(emptyTable, caller, "a")).rejects.toMatchObject({
    code: "database-unavailable",
    message: "this deployment was discovered, but could not be stored yet",
  });
  await expect(requireDeploymentTeam(emptyTable, caller, "b")).rejects.toMatchObject({ code: "not-found" });
});
