/** Records of discovery for tests, with defaults that `parts` overrides. */
import { allSources } from "@/lib/model/sources/source-scope";
import type { DeploymentRecord, KnownDeployment } from "@/lib/services/deployments/effective-deployments";
import type { InstanceGroup, ServingInstance } from "@/lib/services/deployments/instance-groups";

/** Returns a vLLM deployment discovered by its model's name. */
export function createDeploymentRecord(
  model: string,
  parts: Partial<DeploymentRecord> = {},
): DeploymentRecord {
  return {
    id: model,
    slug: model,
    title: model,
    model,
    engine: "vllm",
    engineVersion: null,
    metricsSource: "prometheus",
    tracesSource: null,
    pools: [{ role: "both", selectors: [{ model_name: model }] }],
    traceServices: [],
    attachments: [],
    metricNames: [],
    copyLabels: [],
    firstSeenAtMs: 0,
    lastSeenAtMs: 0,
    instances: [],
    identity: model,
    review: "proposed",
    managedBy: "discovered",
    missingSinceMs: null,
    edits: {},
    teamId: null,
    version: 1,
    mergedInto: null,
    ...parts,
  };
}

/** Returns a vLLM deployment as a caller who may read all sources sees it. */
export function createKnownDeployment(model: string, parts: Partial<DeploymentRecord> = {}): KnownDeployment {
  return { ...createDeploymentRecord(model, parts), sourceScope: allSources };
}

/** Returns vLLM's servers of one model and job. */
export function createInstanceGroup(model: string, parts: Partial<InstanceGroup> = {}): InstanceGroup {
  return {
    engine: "vllm",
    model,
    job: "vllm",
    namespace: "",
    cluster: "",
    observedCopyLabels: [],
    instances: [],
    lastSeenAtMs: 0,
    ...parts,
  };
}

/** Returns a server with only `parts` known. */
export function createServingInstance(parts: Partial<ServingInstance>): ServingInstance {
  return { instance: "", pod: undefined, node: undefined, hostname: undefined, ...parts };
}
