/**
 * Real products: three NVIDIA Dynamo stacks, one for each engine that its mock supports, LiteLLM in front of one of
 * them, a Prometheus that scrapes all of them, and the product's services configured for it.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLog } from "@/demo/stack/log";
import { createDynamoSpecs, type MockedEngine } from "@/demo/stack/peers/dynamo";
import { createLitellmSpec } from "@/demo/stack/peers/litellm";
import { dynamoRecipe, preparePython, litellmRecipe, type PythonRecipe } from "@/demo/stack/peers/python";
import { choosePorts } from "@/demo/stack/ports";
import {
  startProcess,
  startWatchdog,
  type ProcessOwner,
  type ProcessSpec,
  type RunningProcess,
} from "@/demo/stack/process/process";
import { registerSources } from "@/lib/services/sources/register-sources";
import { createMigratedDatabase } from "@/tests/support/server/database";
import { startPrometheus } from "@/tests/support/sources/prometheus";
import {
  leaveServerEnvironment,
  useServerEnvironment as pointServerAt,
} from "@/tests/support/server/server-environment";

export const mockedEngines = ["vllm", "sglang", "trtllm"] as const satisfies readonly MockedEngine[];
export const createMockModelName = (engine: MockedEngine): string => `toy-${engine}`;
/** The engine that also receives requests through LiteLLM. */
export const engineBehindLitellm: MockedEngine = "trtllm";
export const litellmKey = "sk-only-on-this-machine";
export const scrapeMs = 1_000;

export interface PeerFixture {
  readonly frontendUrl: (engine: MockedEngine) => string;
  readonly litellmUrl: string;
  /** Returns the numbers of a PromQL query at the product's headline time. */
  readonly query: (promql: string) => Promise<readonly number[]>;
  readonly stop: () => Promise<void>;
}

const portNames = mockedEngines.flatMap((engine) => [`${engine}-frontend`, `${engine}-worker`] as const);
/** The product aligns headline queries to multiples of this, so that viewers share them. */
const headlineAlignmentMs = 5_000;

export async function startPeerFixture(): Promise<PeerFixture> {
  const folder = mkdtempSync(join(tmpdir(), "ridgepoint-peers-"));
  const ports = await choosePorts([...portNames, "litellm"]);
  const [python, litellm] = await Promise.all([
    findPythonProgram(dynamoRecipe, "python"),
    findPythonProgram(litellmRecipe, "litellm"),
  ]);
  const frontendUrl = (engine: MockedEngine): string => `http://127.0.0.1:${ports[`${engine}-frontend`]}`;
  const specs = mockedEngines.flatMap((mockedEngine) => {
    const { worker, frontend } = createDynamoSpecs({
      folder: join(folder, mockedEngine),
      python,
      mockedEngine,
      servedModelName: createMockModelName(mockedEngine),
      ports: { frontend: ports[`${mockedEngine}-frontend`], worker: ports[`${mockedEngine}-worker`] },
    });
    return [worker, frontend];
  });
  const proxy = createLitellmSpec({
    folder: join(folder, "litellm"),
    programPath: litellm,
    servedModelName: createMockModelName(engineBehindLitellm),
    upstreamUrl: frontendUrl(engineBehindLitellm),
    port: ports.litellm,
    apiKey: litellmKey,
  });
  const owner = { notesFolder: join(folder, "processes"), runId: "peers" };
  mkdirSync(owner.notesFolder);
  const releaseWatchdog = startWatchdog(owner);
  const processes = await startProcesses([...specs, proxy], owner);
  const targets = join(folder, "targets.json");
  writeFileSync(targets, JSON.stringify(targetsOf(ports)));
  const database = await createMigratedDatabase();
  const prometheus = await startPrometheus(undefined, { targetFilesPattern: targets, intervalMs: scrapeMs });
  pointServerAt({ DATABASE_URL: database.url, PROMETHEUS_URL: prometheus.url });
  await registerSources();
  return {
    frontendUrl,
    litellmUrl: `http://127.0.0.1:${ports.litellm}`,
    query: (promql) => queryAligned(prometheus.url, promql),
    stop: async () => {
      await leaveServerEnvironment();
      await prometheus.stop();
      await Promise.all(processes.map((one) => one.stop()));
      releaseWatchdog();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function findPythonProgram(recipe: PythonRecipe, program: string): Promise<string> {
  const found = await preparePython(recipe, { log: silentLog });
  if (found.kind === "missing") throw new Error(found.reason);
  return found.findProgram(program);
}

/** Starts all processes at once; when one fails, the others are stopped. */
export async function startProcesses(
  specs: readonly ProcessSpec[],
  owner: ProcessOwner,
): Promise<readonly RunningProcess[]> {
  const settled = await Promise.allSettled(specs.map((spec) => startProcess(spec, owner)));
  const running = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const failed = settled.find((one) => one.status === "rejected");
  if (failed === undefined) return running;
  await Promise.all(running.map((one) => one.stop()));
  throw failed.reason;
}

function targetsOf(ports: Readonly<Record<(typeof portNames)[number] | "litellm", number>>) {
  const at = (job: string, port: number, path = "/metrics") => ({
    targets: [`127.0.0.1:${port}`],
    labels: { job, __metrics_path__: path },
  });
  return [
    ...portNames.map((name) => at(name, ports[name])),
    // Without the trailing slash LiteLLM redirects.
    at("litellm", ports.litellm, "/metrics/"),
  ];
}

async function queryAligned(prometheusUrl: string, promql: string): Promise<readonly number[]> {
  const atMs = Math.floor(Date.now() / headlineAlignmentMs) * headlineAlignmentMs;
  const query = new URLSearchParams({ query: promql, time: String(atMs / 1_000) });
  const response = await fetch(`${prometheusUrl}/api/v1/query?${query}`);
  const { data } = (await response.json()) as {
    data: { result: readonly { readonly value: readonly [number, string] }[] };
  };
  return data.result.map(({ value }) => Number(value[1]));
}
