import { expect, test } from "vitest";
import {
  createDeploymentRecord,
  createInstanceGroup,
  createServingInstance,
} from "@/tests/support/sample-data/deployment-record";
import type { DeploymentRecord } from "@/lib/services/deployments/effective-deployments";
import { formatGroupIdentity, type InstanceGroup } from "../deployments/instance-groups";
import { createNeighbourLookup } from "./neighbours";

const atMs = 10 * 3_600_000;

const group = (model: string, about: Partial<InstanceGroup> = {}): InstanceGroup =>
  createInstanceGroup(model, {
    namespace: "prod",
    instances: [createServingInstance({ instance: `${model}:1` })],
    lastSeenAtMs: atMs,
    ...about,
  });

function recorded(of: InstanceGroup, id: string, about: Partial<DeploymentRecord> = {}): DeploymentRecord {
  const { engine, model, job, namespace } = of;
  return createDeploymentRecord(model, {
    id,
    slug: id,
    engine,
    metricsSource: "here",
    pools: [{ role: "both", selectors: [{ model_name: model, job, namespace }] }],
    instances: of.instances.map(({ instance }) => instance),
    lastSeenAtMs: atMs,
    identity: formatGroupIdentity(of),
    ...about,
  });
}

const [chat, code] = [group("chat"), group("code", { namespace: "test" })];
const besides = (
  groups: readonly InstanceGroup[],
  records: readonly DeploymentRecord[],
  own: readonly InstanceGroup[],
) => createNeighbourLookup({ sourceSlug: "here", groups, records, atMs })(own.map(formatGroupIdentity));
const shared = ({ job, namespace, cluster }: InstanceGroup) => ({ job, namespace, cluster });

test("returns all other services of the source", () => {
  expect(besides([chat, code], [], [chat])).toEqual([shared(code)]);
  expect(besides([chat], [], [chat])).toEqual([]);
});

test("treats a gateway and its engines as one service", () => {
  const gateway = group("chat", { engine: "litellm", job: "proxy" });
  expect(besides([gateway, chat, code], [], [chat])).toEqual([shared(code)]);
  expect(besides([gateway, chat, code], [], [gateway])).toEqual([shared(code)]);
  expect(besides([gateway, chat, code], [], [code])).toEqual([shared(gateway), shared(chat)]);
});

test("treats merged deployments as one service, including parts of a file deployment", () => {
  const merged = [recorded(chat, "a"), recorded(code, "b", { mergedInto: "a" })];
  expect(besides([chat, code], merged, [chat])).toEqual([]);
  const file = recorded(chat, "f", { identity: "file both", managedBy: "file" });
  const parts = [recorded(chat, "a", { mergedInto: "f" }), recorded(code, "b", { mergedInto: "f" })];
  expect(
    createNeighbourLookup({ sourceSlug: "here", groups: [chat, code], records: [file, ...parts], atMs })([
      "file both",
    ]),
  ).toEqual([]);
});

test("includes services that are briefly missing, but not inactive ones or those of other sources", () => {
  const silent = (missingForMs: number, about: Partial<DeploymentRecord> = {}) =>
    besides(
      [chat],
      [recorded(chat, "a"), recorded(code, "b", { missingSinceMs: atMs - missingForMs, ...about })],
      [chat],
    );
  expect(silent(60_000)).toEqual([shared(code)]);
  expect(silent(2 * 3_600_000)).toEqual([]);
  expect(silent(60_000, { metricsSource: "there" })).toEqual([]);
});
