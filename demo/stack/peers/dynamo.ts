// The real NVIDIA Dynamo: its frontend and router with a mock engine that schedules like the real one, without a GPU.
import { rmSync } from "node:fs";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { ensureFolder } from "../folders";
import type { ProcessSpec } from "../process/process";
import { isResponding } from "../process/wait-until";
import { writeToyModel } from "./toy-model";

/** Engine whose metrics and scheduling Dynamo's mock engine imitates. */
export type MockedEngine = "vllm" | "sglang" | "trtllm";

export interface DynamoOptions {
  readonly folder: string;
  /** Python interpreter of the environment with Dynamo. */
  readonly python: string;
  readonly mockedEngine: MockedEngine;
  readonly servedModelName: string;
  readonly ports: { readonly frontend: number; readonly worker: number };
  /** Speed of the mock engine as a ratio of its normal speed. Default: 1. */
  readonly speedRatio?: number;
  /** Port to which both processes send spans with OTLP over gRPC. Absent if they send no spans. */
  readonly otlpGrpcPort?: number;
}

/** Service names in Dynamo's traces. */
export const dynamoServiceNames = { frontend: "dynamo-frontend", worker: "dynamo-worker" } as const;

export interface DynamoSpecs {
  readonly worker: ProcessSpec;
  readonly frontend: ProcessSpec;
}

// Dynamo first imports almost a gigabyte of packages, possibly on a busy machine.
const READY_LIMIT_MS = 120_000;

/** Writes the model's files and returns both processes. */
export function createDynamoSpecs(options: DynamoOptions): DynamoSpecs {
  const { mockedEngine, servedModelName, ports, speedRatio = 1 } = options;
  const modelFolder = writeToyModel(join(options.folder, "model"));
  // Files of an earlier run name workers that no longer exist.
  rmSync(discoveryFolder(options.folder), { recursive: true, force: true });
  ensureFolder(discoveryFolder(options.folder));
  return {
    worker: {
      ...common(options, "dynamo.mocker", [
        `--model-path=${modelFolder}`,
        `--model-name=${servedModelName}`,
        "--discovery-backend=file",
        `--engine-type=${mockedEngine}`,
        "--max-num-seqs=16",
        "--num-gpu-blocks-override=2000",
        `--speedup-ratio=${speedRatio}`,
      ]),
      name: `dynamo worker (${mockedEngine})`,
      isReady: () => isResponding(`http://127.0.0.1:${ports.worker}/metrics`),
    },
    frontend: {
      ...common(options, "dynamo.frontend", [
        "--http-host=127.0.0.1",
        `--http-port=${ports.frontend}`,
        "--discovery-backend=file",
      ]),
      name: `dynamo frontend (${mockedEngine})`,
      isReady: () => servesModel(ports.frontend, servedModelName),
    },
  };
}

const discoveryFolder = (folder: string): string => join(folder, "discovery");

function loopbackName(): string {
  const loopback = Object.entries(networkInterfaces()).find(([, addresses = []]) =>
    addresses.some(({ internal, family }) => internal && family === "IPv4"),
  );
  return loopback?.[0] ?? "lo";
}

function common(
  { folder, python, ports, otlpGrpcPort }: DynamoOptions,
  module: string,
  args: readonly string[],
) {
  return {
    command: python,
    args: ["-m", module, ...args],
    cwd: ensureFolder(folder),
    env: {
      ...process.env,
      // Its model cache is stored with the other files of this run.
      HOME: folder,
      HF_HUB_OFFLINE: "1",
      DYN_FILE_KV: discoveryFolder(folder),
      DYN_SYSTEM_HOST: "127.0.0.1",
      DYN_TCP_RPC_HOST: "127.0.0.1",
      // This variable takes the name of a network interface.
      DYN_TCP_RESPONSE_STREAM_HOST: loopbackName(),
      ...(module === "dynamo.mocker" ? { DYN_SYSTEM_PORT: String(ports.worker) } : {}),
      ...(otlpGrpcPort === undefined ? {} : spansEnvironment(module, otlpGrpcPort)),
    },
    logFile: join(folder, `${module}.log`),
    readyTimeoutMs: READY_LIMIT_MS,
  };
}

function spansEnvironment(module: string, port: number) {
  return {
    OTEL_EXPORT_ENABLED: "1",
    // Dynamo creates spans only with this log format.
    DYN_LOGGING_JSONL: "1",
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_SERVICE_NAME: module === "dynamo.mocker" ? dynamoServiceNames.worker : dynamoServiceNames.frontend,
  };
}

/** Returns whether the OpenAI-compatible server at `port` lists `model`. */
export async function servesModel(
  port: number,
  modelName: string,
  requestHeaders: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/v1/models`, {
      headers: requestHeaders,
      signal: AbortSignal.timeout(2_000),
    });
    return (await response.text()).includes(`"${modelName}"`);
  } catch (error) {
    // fetch throws TypeError for a refused or broken connection and DOMException for a timeout.
    if (error instanceof TypeError || error instanceof DOMException) return false;
    throw error;
  }
}
