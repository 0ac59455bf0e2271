/**
 * Sends one message to an address that a person entered. It sends no headers except the given ones and those that HTTP
 * requires, follows no redirect, and reads only the start of the response.
 */
import { request } from "undici";
import { findRefusal, toTransportFailure } from "@/lib/server/upstream/transport-failure";
import { createOutgoingAgent } from "./outgoing-agent";
import { parseOutgoingUrl, type OutgoingRules } from "./outgoing-rules";

/** A request to a webhook, and the rules for its address. */
export interface OutgoingMessage {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Time limit for name resolution, connection and response together. */
  readonly timeoutMs: number;
  readonly rules: OutgoingRules;
}

/** Result of one attempt to send a message. */
export type MessageOutcome =
  /** `responseStart` has at most 1 KiB. */
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly durationMs: number;
      readonly responseStart: string;
    }
  /** The rules refuse the address. Nothing was sent. */
  | { readonly kind: "refused"; readonly reason: string }
  /** The server may have received the message, but no response arrived. */
  | { readonly kind: "no-answer"; readonly reason: string; readonly durationMs: number };

const maxResponseBytes = 1_024;

/** Sends the message once. A network error is an outcome and is not thrown. */
export async function postMessage(message: OutgoingMessage): Promise<MessageOutcome> {
  const { rules, timeoutMs } = message;
  const parsed = parseOutgoingUrl(message.url, rules);
  if (!parsed.ok) return { kind: "refused", reason: `The URL ${parsed.error}.` };
  const { host } = parsed.value;
  const agent = createOutgoingAgent(rules, { connections: 1, connectTimeoutMs: timeoutMs });
  const signal = AbortSignal.timeout(timeoutMs);
  const startedMs = performance.now();
  const elapsedMs = (): number => Math.round(performance.now() - startedMs);
  try {
    const response = await request(parsed.value, {
      dispatcher: agent,
      method: "POST",
      headers: message.headers,
      body: message.body,
      signal,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const durationMs = elapsedMs();
    const responseStart = await readStart(response.body);
    return { kind: "answered", status: response.statusCode, durationMs, responseStart };
  } catch (error) {
    const refusal = findRefusal(error);
    if (refusal !== null) return { kind: "refused", reason: `${host} ${refusal}.` };
    const reason = signal.aborted
      ? `${host} did not respond within ${timeoutMs / 1_000} s.`
      : `${toTransportFailure(error, host, false).error.message}.`;
    return { kind: "no-answer", reason, durationMs: elapsedMs() };
  } finally {
    await agent.destroy();
  }
}

/** Returns the first bytes of a body as text. If the body ends early, returns the bytes that were read. */
async function readStart(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      byteCount += chunk.length;
      if (byteCount >= maxResponseBytes) break;
    }
  } catch {
    // The status is known, so the message was received.
  }
  const start = Buffer.concat(chunks).subarray(0, maxResponseBytes);
  // The database stores no NUL characters, and a cut character is not text.
  return start
    .toString("utf8")
    .toWellFormed()
    .replaceAll("\u0000", "")
    .replace(/\uFFFD$/, "");
}
