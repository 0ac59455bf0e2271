import { expect, test } from "vitest";
import { sourceSummary } from "./source-summary";

const source = {
  slug: "prometheus",
  title: "Prometheus",
  engines: ["vLLM"],
  models: ["a", "b"],
  instances: 3,
  trainingJobs: 0,
  missingDeployments: 0,
  exporterTargets: [],
};

test("what is there is counted, and what is not seen is told beside it", () => {
  expect(sourceSummary(source)).toBe("Prometheus: 3 servers of 2 models (vLLM).");
  expect(sourceSummary({ ...source, missingDeployments: 1 })).toBe(
    "Prometheus: 3 servers of 2 models (vLLM); 1 more deployment is not seen now.",
  );
});

test("a training job is no server of a model", () => {
  const engines = ["vLLM", "Ray Data"];
  expect(sourceSummary({ ...source, engines, trainingJobs: 1 })).toBe(
    "Prometheus: 3 servers of 2 models and 1 training job (vLLM, Ray Data).",
  );
  const places = [{ family: "training" as const, count: 3 }];
  expect(sourceSummary({ ...source, engines, trainingJobs: 1, exporterTargets: places })).toMatch(
    / and 1 training job \(vLLM, Ray Data\), 3 sets of training metrics\.$/,
  );
  const alone = { ...source, engines: ["Ray Data"], models: [], instances: 0, trainingJobs: 2 };
  expect(sourceSummary({ ...alone, missingDeployments: 1 })).toBe(
    "Prometheus: 2 training jobs (Ray Data); 1 more deployment is not seen now.",
  );
});

test("that nothing is seen of what is on record is no count of servers", () => {
  const nothing = { ...source, engines: [], models: [], instances: 0 };
  expect(sourceSummary({ ...nothing, missingDeployments: 11 })).toBe(
    "Prometheus: none of its 11 deployments is seen now.",
  );
  expect(sourceSummary({ ...nothing, missingDeployments: 1 })).toBe(
    "Prometheus: its one deployment is not seen now.",
  );
  expect(sourceSummary(nothing)).toBe("Prometheus: 0 servers of 0 models.");
});
