/**
 * OpenAI-compatible API, so that any load generator can drive the fleet. Requests enter the same queues as simulated
 * ones and their responses leave when the engine generates them. The text is filler; the timing is the engine's.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import type { EngineRequest } from "../engine/request";
import type { Simulation } from "../simulation";
import { HttpError, readBodyJson, sendJson } from "./body";
import { ScheduledResponseWriter } from "./scheduled-response-writer";
import type { SimulationPace } from "./simulation-pace";

/** Rejected, because a client that requests several choices would wait for all of them. */
const onlyOne = (name: string) =>
  z.literal(1, `only ${name} = 1 is supported; send several requests`).nullish();
const text = z.union([z.string(), z.array(z.unknown())]);
const common = {
  model: z.string(),
  max_tokens: z.number().int().min(1).max(8192).nullish(),
  max_completion_tokens: z.number().int().min(1).max(8192).nullish(),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  n: onlyOne("n"),
  best_of: onlyOne("best_of"),
};
/** Text or token ids. A list with one prompt is accepted as that prompt. */
const prompt = z.union([
  z.string(),
  z.array(z.number()).min(1),
  z
    .array(z.union([z.string(), z.array(z.number()).min(1)]))
    .length(1, "only one prompt per request is supported; send several requests"),
]);
const completionBody = z.looseObject({ ...common, prompt });
const chatBody = z.looseObject({
  ...common,
  messages: z.array(z.looseObject({ role: z.string(), content: text.nullish() })).min(1),
});

const usualOutputTokens = 128;
/** About four characters of English per token. */
const charactersPerToken = 4;
const vocabulary = ["the", "ridge", "point", "is", "where", "memory", "ends", "and", "compute", "begins"];

type Flavour = "chat" | "completion";

interface ApiRequest {
  readonly flavour: Flavour;
  readonly model: string;
  readonly promptTokens: number;
  readonly outputTokens: number;
  readonly isStream: boolean;
  readonly withUsage: boolean;
}

function characters(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value === "number") return charactersPerToken;
  if (Array.isArray(value)) return value.reduce<number>((sum, part) => sum + characters(part), 0);
  if (typeof value === "object" && value !== null && "text" in value) return characters(value.text);
  return 0;
}

function parseApiRequest(flavour: Flavour, body: unknown): ApiRequest {
  const parsed = flavour === "chat" ? chatBody.safeParse(body) : completionBody.safeParse(body);
  if (!parsed.success) throw new HttpError(400, parsed.error.issues.map(reasonOf).join("; "));
  const { data } = parsed;
  const content =
    "messages" in data
      ? (data.messages as readonly { content?: unknown }[]).map((message) => message.content)
      : data["prompt"];
  return {
    flavour,
    model: data.model,
    promptTokens: Math.max(1, Math.ceil(characters(content) / charactersPerToken)),
    outputTokens: data.max_completion_tokens ?? data.max_tokens ?? usualOutputTokens,
    isStream: data.stream === true,
    withUsage: data.stream_options?.include_usage === true,
  };
}

/** Returns the validation error with its path. For a union it uses the last branch, the closest match. */
function reasonOf(issue: z.core.$ZodIssue): string {
  const [inner] = issue.code === "invalid_union" ? (issue.errors.at(-1) ?? []) : [];
  const path = issue.path.join(".");
  return `${path === "" ? "" : `${path}: `}${(inner ?? issue).message}`;
}

const fillerWord = (index: number): string =>
  `${index === 0 ? "" : " "}${vocabulary[index % vocabulary.length] ?? ""}`;

export interface OpenAiOptions {
  readonly simulation: Simulation;
  /** Advances the simulation to the current time. */
  readonly catchUp: () => void;
  readonly pace: Pick<SimulationPace, "speedUp" | "slowDown">;
}

/** Handles requests to /v1; returns false for other paths. */
export async function serveOpenAi(
  { simulation, catchUp, pace }: OpenAiOptions,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<boolean> {
  if (path === "/v1/models" && request.method === "GET") {
    const data = simulation.deployments.map(({ plan }) => ({
      id: plan.model.servedName,
      object: "model",
      owned_by: "vllm",
      created: 0,
      max_model_len: plan.model.maxContextTokens,
    }));
    sendJson(response, 200, { object: "list", data });
    return true;
  }
  const flavour =
    path === "/v1/chat/completions" ? "chat" : path === "/v1/completions" ? "completion" : undefined;
  if (flavour === undefined) return false;
  if (request.method !== "POST") throw new HttpError(405, "use POST");
  const apiRequest = parseApiRequest(flavour, await readBodyJson(request));
  catchUp();
  serveCompletion({ simulation, pace }, apiRequest, { request, response });
  return true;
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function serveCompletion(
  { simulation, pace }: Pick<OpenAiOptions, "simulation" | "pace">,
  apiRequest: ApiRequest,
  { request, response }: Exchange,
): void {
  const deployment = simulation.deployments.find(({ plan }) => plan.model.servedName === apiRequest.model);
  if (deployment === undefined) throw new HttpError(404, `The model \`${apiRequest.model}\` does not exist.`);
  const longest = deployment.plan.model.maxContextTokens;
  if (apiRequest.promptTokens + apiRequest.outputTokens > longest) {
    throw new HttpError(400, `This model's maximum context length is ${longest} tokens.`);
  }
  const parent = request.headers["traceparent"];
  const envelope = envelopeOf(apiRequest, simulation.nowMs);
  const send = (ended: EngineRequest): void => {
    if (response.destroyed) return;
    if (ended.finishReason === "error")
      sendJson(response, 400, createOpenAiError(400, "The prompt does not fit the KV cache."));
    else if (apiRequest.isStream) endStream(response, apiRequest, envelope, ended);
    else sendJson(response, 200, completionResponse(apiRequest, envelope, ended));
  };
  const responseWriter = new ScheduledResponseWriter((error) => {
    console.error("sending a response failed:", error);
    response.destroy();
  });
  const routedRequest = deployment.acceptRequest(simulation.nowMs, {
    promptTokens: apiRequest.promptTokens,
    plannedOutputTokens: apiRequest.outputTokens,
    ...(typeof parent === "string" ? { traceParent: parent } : {}),
    onToken: ({ generatedTokens }, atMs) => {
      if (!apiRequest.isStream) return;
      const index = generatedTokens - 1;
      responseWriter.add(atMs + routedRequest.returnSeconds * 1000, () =>
        streamToken(response, apiRequest, envelope, index),
      );
    },
    onEnd: (ended) =>
      responseWriter.add((ended.finishedMs ?? 0) + routedRequest.returnSeconds * 1000, () => send(ended)),
  });
  pace.speedUp();
  response.once("close", () => {
    pace.slowDown();
    if (!response.writableFinished)
      routedRequest.instance.engine.abort(routedRequest.request, simulation.nowMs);
  });
}

interface Envelope {
  readonly id: string;
  readonly created: number;
  readonly model: string;
}

let responseCount = 0;

function envelopeOf(apiRequest: ApiRequest, nowMs: number): Envelope {
  responseCount += 1;
  return {
    id: `${apiRequest.flavour === "chat" ? "chatcmpl" : "cmpl"}-${responseCount}`,
    created: Math.floor(nowMs / 1000),
    model: apiRequest.model,
  };
}

/** Sends the token with this index, starting at 0. A chat stream sends the assistant's role first. */
function streamToken(
  response: ServerResponse,
  apiRequest: ApiRequest,
  envelope: Envelope,
  index: number,
): void {
  if (response.destroyed || response.writableEnded) return;
  beginStream(response, apiRequest, envelope);
  const content = fillerWord(index);
  const choice =
    apiRequest.flavour === "chat"
      ? { index: 0, delta: { content }, logprobs: null, finish_reason: null }
      : { index: 0, text: content, logprobs: null, finish_reason: null };
  writeEvent(response, { ...envelope, object: chunkObject(apiRequest), choices: [choice] });
}

function beginStream(response: ServerResponse, apiRequest: ApiRequest, envelope: Envelope): void {
  if (response.headersSent) return;
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  if (apiRequest.flavour === "completion") return;
  const delta = { role: "assistant", content: "" };
  const choice = { index: 0, delta, logprobs: null, finish_reason: null };
  writeEvent(response, { ...envelope, object: chunkObject(apiRequest), choices: [choice] });
}

function endStream(
  response: ServerResponse,
  apiRequest: ApiRequest,
  envelope: Envelope,
  ended: EngineRequest,
): void {
  if (response.writableEnded) return;
  beginStream(response, apiRequest, envelope);
  const finish_reason = ended.finishReason;
  const choice =
    apiRequest.flavour === "chat"
      ? { index: 0, delta: {}, finish_reason }
      : { index: 0, text: "", finish_reason };
  writeEvent(response, { ...envelope, object: chunkObject(apiRequest), choices: [choice] });
  if (apiRequest.withUsage)
    writeEvent(response, {
      ...envelope,
      object: chunkObject(apiRequest),
      choices: [],
      usage: usageOf(ended),
    });
  response.end("data: [DONE]\n\n");
}

const chunkObject = ({ flavour }: ApiRequest): string =>
  flavour === "chat" ? "chat.completion.chunk" : "text_completion";

function writeEvent(response: ServerResponse, event: object): void {
  response.write(`data: ${JSON.stringify(event)}\n\n`);
}

function completionResponse(apiRequest: ApiRequest, envelope: Envelope, ended: EngineRequest): object {
  const content = Array.from({ length: ended.generatedTokens }, (_, index) => fillerWord(index)).join("");
  const finish_reason = ended.finishReason;
  const choice =
    apiRequest.flavour === "chat"
      ? { index: 0, message: { role: "assistant", content }, logprobs: null, finish_reason }
      : { index: 0, text: content, logprobs: null, finish_reason };
  return {
    ...envelope,
    object: apiRequest.flavour === "chat" ? "chat.completion" : "text_completion",
    choices: [choice],
    usage: usageOf(ended),
  };
}

function usageOf({ promptTokens, generatedTokens }: EngineRequest) {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: generatedTokens,
    total_tokens: promptTokens + generatedTokens,
  };
}

/** Returns the body of an error response in OpenAI's format. */
export function createOpenAiError(status: number, message: string): object {
  return {
    error: {
      message,
      type: status < 500 ? "invalid_request_error" : "server_error",
      param: null,
      code: status,
    },
  };
}
