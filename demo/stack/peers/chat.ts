// Sends one request to a server with an OpenAI-compatible API and measures its response from outside, like a load
// generator.
import { performance } from "node:perf_hooks";

/** A chat completion to request from an OpenAI-compatible server. */
export interface ChatRequest {
  /** Base URL of the server, without `/v1`. */
  readonly url: string;
  readonly model: string;
  readonly prompt: string;
  readonly maxTokens: number;
  readonly isStreamed: boolean;
  readonly apiKey?: string;
  /** Trace to which the response's spans belong, 32 hexadecimal digits. */
  readonly traceId?: string;
}

/** Times of one chat completion as its client measures them. */
export interface ChatTimes {
  /** Time from sending the request to its first text; null for a response that is not streamed. */
  readonly ttftSeconds: number | null;
  readonly e2eSeconds: number;
  /** Time from the first text to the last. */
  readonly decodeSeconds: number;
  /** Number of text chunks that arrived separately; these servers send one token per chunk. */
  readonly textChunkCount: number;
}

/** A response with another status than 200. */
export class ChatRefusedError extends Error {
  override readonly name = "ChatRefusedError";
  readonly status: number;

  constructor(url: string, status: number) {
    super(`${url} answered ${status}`);
    this.status = status;
  }
}

/** Sends the request and measures its times. Throws `ChatRefusedError` for any status but 200. */
export async function sendChatRequest(request: ChatRequest): Promise<ChatTimes> {
  const { url, model, prompt, maxTokens, isStreamed, apiKey, traceId } = request;
  const startMs = performance.now();
  const response = await fetch(`${url}/v1/chat/completions`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      // The parent is a client span, which is never exported.
      ...(traceId === undefined ? {} : { traceparent: `00-${traceId}-${traceId.slice(16)}-01` }),
    },
    body: JSON.stringify({
      model,
      max_tokens: maxTokens,
      stream: isStreamed,
      messages: [{ role: "user", content: prompt }],
    }),
  });
  const arrivals = isStreamed ? await readArrivals(response) : [];
  if (!isStreamed) await response.text();
  if (response.status !== 200) throw new ChatRefusedError(url, response.status);
  const [first, last] = [arrivals[0], arrivals.at(-1)];
  return {
    ttftSeconds: first === undefined ? null : (first - startMs) / 1_000,
    e2eSeconds: (performance.now() - startMs) / 1_000,
    decodeSeconds: first === undefined || last === undefined ? 0 : (last - first) / 1_000,
    textChunkCount: arrivals.length,
  };
}

/** Returns the arrival time of each chunk, in milliseconds of the monotonic clock. */
async function readArrivals(response: Response): Promise<readonly number[]> {
  const arrivals: number[] = [];
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of response.body ?? []) {
    const nowMs = performance.now();
    const lines = `${rest}${decoder.decode(bytes, { stream: true })}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (/"content":\s*"[^"]/.test(line)) arrivals.push(nowMs);
  }
  return arrivals;
}
