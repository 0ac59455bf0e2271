import { expect, test } from "vitest";
import { createDeploymentRecord } from "@/tests/support/sample-data/deployment-record";
import { listEffectiveDeployments, type DeploymentRecord } from "./effective-deployments";

const record = (slug: string, parts: Partial<DeploymentRecord> = {}): DeploymentRecord =>
  createDeploymentRecord(slug, {
    traceServices: [`${slug}-traces`],
    attachments: [{ exporter: "dcgm", selectors: [{ Hostname: `${slug}-node` }] }],
    metricNames: ["vllm:a", `vllm:${slug}`],
    firstSeenAtMs: 10,
    lastSeenAtMs: 20,
    instances: [`${slug}:1`],
    ...parts,
  });

test("returns a deployment without edits as discovered", () => {
  const {
    edits: _edits,
    version: _version,
    teamId: _teamId,
    mergedInto: _mergedInto,
    ...found
  } = record("chat");
  expect(listEffectiveDeployments([record("chat")])).toEqual([found]);
});

test("prefers edited values over discovered values, per field", () => {
  const pools = [{ role: "decode", selectors: [{ job: "mine" }] }] as const;
  const [known] = listEffectiveDeployments([record("chat", { edits: { title: "Support", pools } })]);
  expect(known).toMatchObject({ title: "Support", pools, traceServices: ["chat-traces"] });
});

test("adds pools, servers, targets, metric names and trace services of merged parts, and hides the parts", () => {
  const effective = listEffectiveDeployments([
    record("chat", { missingSinceMs: 5 }),
    record("code", { mergedInto: "chat", firstSeenAtMs: 5, lastSeenAtMs: 30 }),
  ]);
  expect(effective).toHaveLength(1);
  expect(effective[0]).toMatchObject({
    slug: "chat",
    pools: [{ role: "both", selectors: [{ model_name: "chat" }, { model_name: "code" }] }],
    instances: ["chat:1", "code:1"],
    metricNames: ["vllm:a", "vllm:chat", "vllm:code"],
    traceServices: ["chat-traces", "code-traces"],
    attachments: [{ exporter: "dcgm", selectors: [{ Hostname: "chat-node" }, { Hostname: "code-node" }] }],
    firstSeenAtMs: 5,
    lastSeenAtMs: 30,
    missingSinceMs: null,
  });
});

test("is missing only if all parts are missing, since the last of them disappeared", () => {
  const [known] = listEffectiveDeployments([
    record("chat", { missingSinceMs: 5 }),
    record("code", { mergedInto: "chat", missingSinceMs: 9 }),
  ]);
  expect(known?.missingSinceMs).toBe(9);
});

test("adds the pool of a merged router, but not its servers and metric names", () => {
  const [known] = listEffectiveDeployments([
    record("chat"),
    record("gate", { engine: "dynamo", mergedInto: "chat", edits: { role: "router" } }),
  ]);
  expect(known?.pools.map(({ role }) => role)).toEqual(["both", "router"]);
  expect(known).toMatchObject({ instances: ["chat:1"], metricNames: ["vllm:a", "vllm:chat"] });
});

test("takes selectors from the file, and servers and targets from the merged discovered deployments", () => {
  const pools = [{ role: "both", selectors: [{ job: "all" }] }] as const;
  const file = record("file", {
    managedBy: "file",
    pools,
    instances: [],
    attachments: [],
    traceServices: [],
    edits: { pools, traceServices: ["edge"] },
  });
  const [known] = listEffectiveDeployments([file, record("chat", { mergedInto: "file" })]);
  expect(known).toMatchObject({
    pools,
    traceServices: ["edge"],
    instances: ["chat:1"],
    attachments: [{ exporter: "dcgm", selectors: [{ Hostname: "chat-node" }] }],
  });
});
