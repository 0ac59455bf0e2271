// Configures the models of the fleet's deployments through the roofline settings API, because served model names do
// not identify the models. Settings that already exist are not changed.
import { z, ZodError } from "zod";
import { fleet } from "../../simulator/fleet";
import type { Log } from "../log";
import { waitUntil } from "../process/wait-until";
import { StackError } from "../stack-error";

export interface ConfigureModelsOptions {
  readonly appUrl: string;
  readonly log: Log;
  readonly signal: AbortSignal;
}

const deploymentList = z.object({ deployments: z.array(z.object({ id: z.string(), slug: z.string() })) });
// The application discovers the deployments from Prometheus within seconds of its start.
const FOUND_LIMIT_MS = 120_000;
const ANSWER_LIMIT_MS = 10_000;
const ALREADY_CONFIGURED = 412;
const NOT_STORED_STATUSES: readonly number[] = [404, 409];

/** Ids of the application's model table. */
const modelIds: Readonly<Record<string, string>> = {
  "chat-70b": "llama-3.1-70b",
  "code-32b": "qwen2.5-32b",
  "extract-14b": "qwen3-14b",
  "search-30b": "qwen3-30b-a3b",
  "assist-8b": "llama-3.1-8b",
};

/** Configures all deployments. A failure is only logged: the roofline page then requests the settings. */
export async function configureModels(options: ConfigureModelsOptions): Promise<void> {
  try {
    for (const { name, model, stepTokenBudget, maxSequences } of fleet) {
      const served = modelIds[name];
      if (served === undefined) continue;
      const weights = model.precision === "fp8" ? { weights: "fp8" } : {};
      const setting = { model: served, stepTokenBudget, maxBatch: maxSequences, ...weights };
      await waitUntil({
        condition: `the application to store ${name}`,
        findAbortReason: () => (options.signal.aborted ? "stopped" : undefined),
        isMet: async () => {
          // An id is temporary until the application has stored the deployment.
          const id = await findId(options, name);
          return id !== undefined && saveSetting(options, id, setting);
        },
        timeoutMs: FOUND_LIMIT_MS,
        fix: "read the log of the application",
      });
    }
  } catch (error) {
    const isExpected =
      error instanceof StackError ||
      error instanceof ZodError ||
      error instanceof TypeError ||
      error instanceof SyntaxError ||
      error instanceof DOMException;
    if (!isExpected) throw error;
    const reason = error instanceof ZodError ? "its list of deployments is invalid" : error.message;
    if (!options.signal.aborted)
      options.log(`the fleet's models are not configured, so the roofline page will ask for them: ${reason}`);
  }
}

async function findId({ appUrl, signal }: ConfigureModelsOptions, name: string): Promise<string | undefined> {
  const response = await fetch(`${appUrl}/api/v1/deployments`, { signal: limited(signal) });
  const { deployments } = deploymentList.parse(await response.json());
  return deployments.find(({ slug }) => slug === name)?.id;
}

/** Returns false if the deployment is not stored yet. */
async function saveSetting(
  { appUrl, signal }: ConfigureModelsOptions,
  id: string,
  setting: object,
): Promise<boolean> {
  const response = await fetch(`${appUrl}/api/v1/deployments/${id}/roofline-setting`, {
    method: "PATCH",
    headers: { "content-type": "application/json", "if-match": '"0"' },
    body: JSON.stringify(setting),
    signal: limited(signal),
  });
  await response.body?.cancel();
  if (NOT_STORED_STATUSES.includes(response.status)) return false;
  if (response.ok || response.status === ALREADY_CONFIGURED) return true;
  throw new StackError(
    `the roofline settings API answered ${response.status}`,
    "read the log of the application",
  );
}

const limited = (signal: AbortSignal): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]);
