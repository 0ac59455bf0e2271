// Light traffic for a server without clients: about one request per second, most of them streamed. Usage: tsx
// traffic.ts --url=… --model=…
import { parseArgs } from "node:util";
import { sendChatRequest } from "./chat";

const { values } = parseArgs({ options: { url: { type: "string" }, model: { type: "string" } } });
const { url = "", model = "" } = values;

const meanPauseMs = 1_000;
const vocabulary = [
  "why",
  "does",
  "the",
  "second",
  "token",
  "wait",
  "for",
  "memory",
  "and",
  "not",
  "compute",
];
const pick = (count: number): string =>
  Array.from({ length: count }, () => vocabulary[Math.floor(Math.random() * vocabulary.length)]).join(" ");

async function sendChat(): Promise<void> {
  try {
    await sendChatRequest({
      url,
      model,
      prompt: pick(20 + Math.floor(Math.random() * 180)),
      maxTokens: 20 + Math.floor(Math.random() * 180),
      isStreamed: Math.random() < 0.9,
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  }
}

/** Sends requests with exponentially distributed pauses, like independent clients. */
function scheduleRequests(): void {
  void sendChat();
  setTimeout(scheduleRequests, -Math.log(1 - Math.random()) * meanPauseMs);
}

scheduleRequests();
