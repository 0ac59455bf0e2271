import { afterEach, expect, test } from "vitest";
import { allSources } from "@/lib/model/sources/source-scope";
import { deleteAllProcessState } from "@/lib/server/process-state";
import { cacheUnstoredDeployments } from "@/lib/services/deployments/known-deployments";
import { createDeploymentRecord } from "@/tests/support/sample-data/deployment-record";
import { resolveDeploymentIds } from "./check-references";

afterEach(() => deleteAllProcessState([]));

test("an investigation of a deployment that is not stored yet is refused until it is stored", async () => {
  cacheUnstoredDeployments([createDeploymentRecord("chat", {})]);
  await expect(resolveDeploymentIds(["chat"], { sourceScope: allSources })).rejects.toMatchObject({
    code: "database-unavailable",
    message: "this deployment was discovered, but could not be stored yet",
  });
  await expect(resolveDeploymentIds(["code"], { sourceScope: allSources })).rejects.toMatchObject({
    code: "not-found",
  });
});
