import { expect, test } from "vitest";
import { parseDeploymentShape } from "./deployment-shape";

const pools = [{ role: "both", selectors: [{ job: "j" }] }];

test("a document of the first version is brought up to date: its GPUs and hosts become attachments", () => {
  const stored = {
    version: 1,
    pools,
    instances: ["a:1"],
    traceServices: ["s"],
    gpuSelectors: [{ Hostname: "n1" }],
    hostSelectors: [],
  };
  expect(parseDeploymentShape(stored)).toEqual({
    version: 2,
    pools,
    instances: ["a:1"],
    traceServices: ["s"],
    attachments: [{ exporter: "dcgm", selectors: [{ Hostname: "n1" }] }],
    metricNames: [],
    copyLabels: [],
    remarks: [],
  });
});

test("an exporter of a newer release is left out, not refused", () => {
  const stored = {
    version: 2,
    pools,
    instances: [],
    traceServices: [],
    attachments: [{ exporter: "of the future", selectors: [] }],
    metricNames: ["x"],
    copyLabels: ["replica"],
  };
  expect(parseDeploymentShape(stored)).toMatchObject({
    attachments: [],
    metricNames: ["x"],
    copyLabels: ["replica"],
  });
});

test("a document no release wrote is refused", () => {
  expect(() => parseDeploymentShape({ version: 99 })).toThrow(/version/);
});
