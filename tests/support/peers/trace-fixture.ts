/**
 * A real Dynamo with a real LiteLLM in front of it, both sending spans to a real Jaeger, and the product's readers
 * configured for it.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createJaegerSpec } from "@/demo/stack/jaeger/jaeger";
import { silentLog } from "@/demo/stack/log";
import { createDynamoSpecs } from "@/demo/stack/peers/dynamo";
import { createLitellmSpec } from "@/demo/stack/peers/litellm";
import { dynamoRecipe, litellmRecipe } from "@/demo/stack/peers/python";
import { choosePorts } from "@/demo/stack/ports";
import { startWatchdog } from "@/demo/stack/process/process";
import { requireTool } from "@/demo/stack/tools/find-tool";
import { createJaegerRecipe } from "@/demo/stack/tools/recipes";
import {
  leaveServerEnvironment,
  useServerEnvironment as pointServerAt,
} from "@/tests/support/server/server-environment";
import { litellmKey, findPythonProgram, startProcesses } from "./peer-fixture";

export const tracedModel = "toy-traced";

export interface TraceFixture {
  readonly frontendUrl: string;
  readonly litellmUrl: string;
  readonly stop: () => Promise<void>;
}

export async function startTraceFixture(): Promise<TraceFixture> {
  const folder = mkdtempSync(join(tmpdir(), "ridgepoint-peer-traces-"));
  const ports = await choosePorts(["frontend", "worker", "litellm", "query", "grpc", "otlp", "otlpGrpc"]);
  const [python, programPath, tool] = await Promise.all([
    findPythonProgram(dynamoRecipe, "python"),
    findPythonProgram(litellmRecipe, "litellm"),
    requireTool(createJaegerRecipe(), { log: silentLog }),
  ]);
  const frontendUrl = `http://127.0.0.1:${ports.frontend}`;
  const { worker, frontend } = createDynamoSpecs({
    folder: join(folder, "dynamo"),
    python,
    mockedEngine: "vllm",
    servedModelName: tracedModel,
    ports,
    otlpGrpcPort: ports.otlpGrpc,
  });
  const litellm = createLitellmSpec({
    folder: join(folder, "litellm"),
    programPath,
    servedModelName: tracedModel,
    upstreamUrl: frontendUrl,
    port: ports.litellm,
    apiKey: litellmKey,
    otlpHttpPort: ports.otlp,
  });
  const owner = { notesFolder: join(folder, "processes"), runId: "peer-traces" };
  mkdirSync(owner.notesFolder);
  const releaseWatchdog = startWatchdog(owner);
  // Clients look for the collector only once, so Jaeger starts first.
  const jaeger = await startProcesses(
    [createJaegerSpec({ folder: join(folder, "jaeger"), ports, tool })],
    owner,
  );
  const peers = await startProcesses([worker, frontend, litellm], owner);
  pointServerAt({
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    JAEGER_URL: `http://127.0.0.1:${ports.query}`,
  });
  return {
    frontendUrl,
    litellmUrl: `http://127.0.0.1:${ports.litellm}`,
    stop: async () => {
      await leaveServerEnvironment();
      await Promise.all([...peers, ...jaeger].map((one) => one.stop()));
      releaseWatchdog();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
