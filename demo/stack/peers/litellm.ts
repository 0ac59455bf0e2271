// The real LiteLLM proxy, in front of any server with an OpenAI-compatible API.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensureFolder } from "../folders";
import type { ProcessSpec } from "../process/process";
import { servesModel } from "./dynamo";

export interface LitellmOptions {
  readonly folder: string;
  /** The `litellm` program of its environment. */
  readonly program: string;
  readonly model: string;
  /** URL of the upstream server, without `/v1`. */
  readonly upstreamUrl: string;
  readonly port: number;
  readonly key: string;
  /** Port for its spans, OTLP over HTTP; no spans when absent. */
  readonly spansTo?: number;
}

/** Service name in its traces. */
export const litellmService = "litellm";

const READY_LIMIT_MS = 120_000;

/** Returns the process. Clients need `key`; scrapes of `/metrics/` do not. */
export function litellmSpec(options: LitellmOptions): ProcessSpec {
  const { folder, program, model, upstreamUrl, port, key, spansTo } = options;
  const callbacks = ["prometheus", ...(spansTo === undefined ? [] : ["otel"])];
  const config = join(ensureFolder(folder), "litellm.json");
  const upstream = { model: `openai/${model}`, api_base: `${upstreamUrl}/v1`, api_key: "none" };
  writeFileSync(
    config,
    // JSON is valid YAML.
    JSON.stringify({
      model_list: [{ model_name: model, litellm_params: upstream }],
      litellm_settings: {
        callbacks,
        require_auth_for_metrics_endpoint: false,
        // Off by default. Then the upstream starts separate traces.
        ...(spansTo === undefined ? {} : { forward_traceparent_to_llm_provider: true }),
      },
    }),
  );
  return {
    name: "litellm",
    command: program,
    args: ["--config", config, "--host", "127.0.0.1", "--port", String(port)],
    cwd: folder,
    env: {
      ...process.env,
      LITELLM_MASTER_KEY: key,
      // Prices are not needed, and downloading them requires network access.
      LITELLM_LOCAL_MODEL_COST_MAP: "True",
      ...(spansTo === undefined
        ? {}
        : {
            OTEL_EXPORTER: "otlp_http",
            OTEL_ENDPOINT: `http://127.0.0.1:${spansTo}/v1/traces`,
            OTEL_SERVICE_NAME: litellmService,
          }),
    },
    logFile: join(folder, "litellm.log"),
    readyLimitMs: READY_LIMIT_MS,
    isReady: () => servesModel(port, model, { authorization: `Bearer ${key}` }),
  };
}
