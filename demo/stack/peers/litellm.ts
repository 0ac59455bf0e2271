// The real LiteLLM proxy, in front of any server with an OpenAI-compatible API.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureFolder } from "../folders";
import type { ProcessSpec } from "../process/process";
import { servesModel } from "./dynamo";

export interface LitellmOptions {
  readonly folder: string;
  /** The `litellm` program of its environment. */
  readonly programPath: string;
  readonly servedModelName: string;
  /** URL of the upstream server, without `/v1`. */
  readonly upstreamUrl: string;
  readonly port: number;
  readonly apiKey: string;
  /** Port to which LiteLLM sends spans with OTLP over HTTP. Absent if it sends no spans. */
  readonly otlpHttpPort?: number;
}

/** Service name in LiteLLM's traces. */
export const litellmServiceName = "litellm";

const READY_LIMIT_MS = 120_000;

/** Returns the process. Clients must send the API key. Scrapes of `/metrics/` need no key. */
export function createLitellmSpec(options: LitellmOptions): ProcessSpec {
  const { folder, programPath, servedModelName, upstreamUrl, port, apiKey, otlpHttpPort } = options;
  const callbacks = ["prometheus", ...(otlpHttpPort === undefined ? [] : ["otel"])];
  const config = join(ensureFolder(folder), "litellm.json");
  const upstream = { model: `openai/${servedModelName}`, api_base: `${upstreamUrl}/v1`, api_key: "none" };
  writeFileSync(
    config,
    // JSON is valid YAML.
    JSON.stringify({
      model_list: [{ model_name: servedModelName, litellm_params: upstream }],
      litellm_settings: {
        callbacks,
        require_auth_for_metrics_endpoint: false,
        // Off by default. Then the upstream starts separate traces.
        ...(otlpHttpPort === undefined ? {} : { forward_traceparent_to_llm_provider: true }),
      },
    }),
  );
  return {
    name: "litellm",
    command: programPath,
    args: ["--config", config, "--host", "127.0.0.1", "--port", String(port)],
    cwd: folder,
    env: {
      ...process.env,
      LITELLM_MASTER_KEY: apiKey,
      // Prices are not needed, and downloading them requires network access.
      LITELLM_LOCAL_MODEL_COST_MAP: "True",
      ...(otlpHttpPort === undefined
        ? {}
        : {
            OTEL_EXPORTER: "otlp_http",
            OTEL_ENDPOINT: `http://127.0.0.1:${otlpHttpPort}/v1/traces`,
            OTEL_SERVICE_NAME: litellmServiceName,
          }),
    },
    logFile: join(folder, "litellm.log"),
    readyTimeoutMs: READY_LIMIT_MS,
    isReady: () => servesModel(port, servedModelName, { authorization: `Bearer ${apiKey}` }),
  };
}
