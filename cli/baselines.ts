/** The command `ridgepoint baselines`: lists, captures, shows and exports baselines of a running server. */
import { setTimeout as wait } from "node:timers/promises";
import type {
  BaselineEntry,
  baselineContract,
  baselinesContract,
  captureBaselineContract,
  exportBaselineContract,
} from "@/lib/contracts/baselines";
import type { ResponseOf } from "@/lib/contracts/contract";
import { requestApi, type ApiRequestOptions, type ApiResult } from "./api-request";
import type { ApiServer } from "./options";
import { baselineAdvice, captureAdvice } from "./baseline-advice";
import { baselinesUsage, parseBaselinesArguments, type BaselinesAction } from "./baselines-arguments";
import { formatBaseline, formatBaselineList } from "./baselines-text";
import type { Command } from "./command";
import { createFailure, createSuccess, createUsageError, type CliOutcome } from "./outcome";

const pollMs = 1_000;
const path = "/api/v1/baselines";

type BaselineDetail = ResponseOf<typeof baselineContract>;

/** Command `ridgepoint baselines`: lists, captures, shows and exports baselines. */
export const baselinesCommand: Command = {
  usage: baselinesUsage,
  run: async (args, environment) => {
    const parsed = parseBaselinesArguments(args, environment);
    if (typeof parsed === "string") return createUsageError(parsed, baselinesUsage);
    const { action, isJsonOutput } = parsed;
    const server: Server = {
      get: (at, options = {}) => sendRequest(parsed.server, at, options),
      print: (body, text) => createSuccess(isJsonOutput ? JSON.stringify(body, undefined, 2) : text),
    };
    return runAction(action, server);
  },
};

interface Server {
  readonly get: <T>(at: `/api/v1/${string}`, options?: ApiRequestOptions) => Promise<ApiResult<T>>;
  readonly print: (body: unknown, text: string) => CliOutcome;
}

async function sendRequest<T>(
  server: ApiServer,
  at: `/api/v1/${string}`,
  options: ApiRequestOptions,
): Promise<ApiResult<T>> {
  const result = await requestApi<T>(server, at, { advice: baselineAdvice, ...options });
  if (result.kind === "success") return result;
  const exitCode = result.code === "invalid-input" ? 64 : 70;
  return { ...result, outcome: { ...result.outcome, exitCode } };
}

async function runAction(action: BaselinesAction, server: Server): Promise<CliOutcome> {
  switch (action.kind) {
    case "list": {
      const query: Readonly<Record<string, string>> =
        action.deployment === undefined ? {} : { deployment: action.deployment };
      const list = await server.get<ResponseOf<typeof baselinesContract>>(path, { query });
      return list.kind === "failure"
        ? list.outcome
        : server.print(list.body, formatBaselineList(list.body.baselines));
    }
    case "capture":
      return captureBaseline(action, server);
    case "show": {
      const found = await server.get<BaselineDetail>(`${path}/${encodeURIComponent(action.id)}`);
      return found.kind === "failure" ? found.outcome : server.print(found.body, formatBaseline(found.body));
    }
    case "export": {
      const exported = await server.get<ResponseOf<typeof exportBaselineContract>>(
        `${path}/${encodeURIComponent(action.id)}/export`,
        { query: { format: action.format } },
      );
      if (exported.kind === "failure") return exported.outcome;
      const { body } = exported;
      return createSuccess(
        body.format === "markdown" ? body.text : JSON.stringify(body.document, undefined, 2),
      );
    }
  }
}

/** Exit code 1 means that the capture failed. */
async function captureBaseline(
  { deployment, name, window, waitsForCapture, visibility }: Extract<BaselinesAction, { kind: "capture" }>,
  server: Server,
): Promise<CliOutcome> {
  const body = { deployment, name, from: `now-${window}`, to: "now", visibility };
  const created = await server.get<ResponseOf<typeof captureBaselineContract>>(path, {
    body,
    advice: captureAdvice,
  });
  if (created.kind === "failure") return created.outcome;
  const isWaiting = ({ state }: BaselineEntry): boolean => waitsForCapture && state === "capturing";
  let { baseline } = created.body;
  while (isWaiting(baseline)) {
    await wait(pollMs);
    const polled = await server.get<BaselineDetail>(`${path}/${baseline.id}`);
    if (polled.kind === "failure") return polled.outcome;
    ({ baseline } = polled.body);
  }
  return baseline.state === "failed"
    ? createFailure(
        `the capture failed: ${baseline.message ?? ""}`,
        "remove the cause or choose another window, and capture it again",
      )
    : server.print({ baseline }, formatBaselineList([baseline]));
}
