import { expect, test } from "vitest";
import { parseDeploymentShape } from "./deployment-shape";

const pools = [{ role: "both", selectors: [{ job: "j" }] }];

test("upgrades a document of the first version: its GPUs and hosts become attachments", () => {
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
    workers: [],
  });
});

test("ignores an exporter of a newer release instead of failing", () => {
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

test("refuses a document that no release has written", () => {
  expect(() => parseDeploymentShape({ version: 99 })).toThrow(/version/);
});
