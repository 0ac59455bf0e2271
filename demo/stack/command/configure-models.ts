// Configures the models of the fleet's deployments through the roofline settings API, because served model names do
// not identify the models. Settings that already exist are not changed.
import { z, ZodError } from "zod";
import { fleet } from "../../simulator/fleet";
import type { Log } from "../log";
import { waitUntil } from "../process/wait-until";
import { StackError } from "../stack-error";
import { isRetried, READY_LIMIT_MS, withAnswerLimit } from "./app-requests";

export interface ConfigureModelsOptions {
  readonly appUrl: string;
  readonly log: Log;
  readonly signal: AbortSignal;
}

const deploymentList = z.object({ deployments: z.array(z.object({ id: z.string(), slug: z.string() })) });
const ALREADY_CONFIGURED = 412;

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
        timeoutMs: READY_LIMIT_MS,
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
  const response = await fetch(`${appUrl}/api/v1/deployments`, { signal: withAnswerLimit(signal) });
  if (isRetried(response.status)) {
    await response.body?.cancel();
    return undefined;
  }
  const { deployments } = deploymentList.parse(await response.json());
  return deployments.find(({ slug }) => slug === name)?.id;
}

/** Returns false if the application is not ready for the setting yet. */
async function saveSetting(
  { appUrl, signal }: ConfigureModelsOptions,
  id: string,
  setting: object,
): Promise<boolean> {
  const response = await fetch(`${appUrl}/api/v1/deployments/${id}/roofline-setting`, {
    method: "PATCH",
    headers: { "content-type": "application/json", "if-match": '"0"' },
    body: JSON.stringify(setting),
    signal: withAnswerLimit(signal),
  });
  await response.body?.cancel();
  if (isRetried(response.status)) return false;
  if (response.ok || response.status === ALREADY_CONFIGURED) return true;
  throw new StackError(
    `the roofline settings API answered ${response.status}`,
    "read the log of the application",
  );
}
