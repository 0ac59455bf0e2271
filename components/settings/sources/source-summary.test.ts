import { expect, test } from "vitest";
import { sourceSummary } from "./source-summary";

const source = {
  slug: "prometheus",
  title: "Prometheus",
  engines: ["vLLM"],
  models: ["a", "b"],
  instanceCount: 3,
  trainingJobCount: 0,
  missingDeploymentCount: 0,
  exporterTargets: [],
};

test("counts active servers and states how many deployments have no samples", () => {
  expect(sourceSummary(source)).toBe("Prometheus: 3 servers of 2 models (vLLM).");
  expect(sourceSummary({ ...source, missingDeploymentCount: 1 })).toBe(
    "Prometheus: 3 servers of 2 models (vLLM). 1 more deployment currently has no samples.",
  );
});

test("does not count training jobs as servers of a model", () => {
  const engines = ["vLLM", "Ray Data"];
  expect(sourceSummary({ ...source, engines, trainingJobCount: 1 })).toBe(
    "Prometheus: 3 servers of 2 models and 1 training job (vLLM, Ray Data).",
  );
  const exporterTargets = [{ family: "training" as const, count: 3 }];
  expect(sourceSummary({ ...source, engines, trainingJobCount: 1, exporterTargets })).toMatch(
    / and 1 training job \(vLLM, Ray Data\), 3 sets of training metrics\.$/,
  );
  const alone = { ...source, engines: ["Ray Data"], models: [], instanceCount: 0, trainingJobCount: 2 };
  expect(sourceSummary({ ...alone, missingDeploymentCount: 1 })).toBe(
    "Prometheus: 2 training jobs (Ray Data). 1 more deployment currently has no samples.",
  );
});

test("does not report a server count when no known deployment has samples", () => {
  const nothing = { ...source, engines: [], models: [], instanceCount: 0 };
  expect(sourceSummary({ ...nothing, missingDeploymentCount: 11 })).toBe(
    "Prometheus: none of the 11 known deployments currently has samples.",
  );
  expect(sourceSummary({ ...nothing, missingDeploymentCount: 1 })).toBe(
    "Prometheus: the only known deployment currently has no samples.",
  );
  expect(sourceSummary(nothing)).toBe("Prometheus: 0 servers of 0 models.");
});
