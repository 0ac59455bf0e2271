// The LiteLLM proxy as it is, before any server that speaks OpenAI's API.
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
  /** Of the server behind it, without `/v1`. */
  readonly upstreamUrl: string;
  readonly port: number;
  readonly key: string;
  /** Port to which it sends its spans, OTLP over HTTP; it sends none where it is absent. */
  readonly spansTo?: number;
}

/** Under this name its traces have a service. */
export const litellmService = "litellm";

const READY_LIMIT_MS = 120_000;

/** Clients show `key`; whoever scrapes `/metrics/` does not. */
export function litellmSpec(options: LitellmOptions): ProcessSpec {
  const { folder, program, model, upstreamUrl, port, key, spansTo } = options;
  const callbacks = ["prometheus", ...(spansTo === undefined ? [] : ["otel"])];
  const config = join(ensureFolder(folder), "litellm.json");
  const upstream = { model: `openai/${model}`, api_base: `${upstreamUrl}/v1`, api_key: "none" };
  writeFileSync(
    config,
    // JSON, which is YAML.
    JSON.stringify({
      model_list: [{ model_name: model, litellm_params: upstream }],
      litellm_settings: {
        callbacks,
        require_auth_for_metrics_endpoint: false,
        // Off by default: what is behind it then begins traces of its own.
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
      // Prices are of no interest here, and fetching them needs the network.
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
