import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTraceStore, type RunningTraceStore } from "./server";

let store: RunningTraceStore;
beforeAll(async () => {
  store = await startTraceStore({ api: "both", queryPort: 0, otlpPort: 0 });
});
afterAll(() => store.stop());

/** Sends a raw request line, which fetch would reject, and returns the status. */
function rawStatus(url: string, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    let answer = "";
    socket.setEncoding("utf8").on("data", (text: string) => {
      answer += text;
    });
    socket.once("error", reject).once("close", () => resolve(answer.split(" ")[1] ?? answer));
    socket.write(`GET ${target} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`);
  });
}

test.each([
  ["//", "404"],
  ["*", "400"],
  ["http://[", "400"],
])("a malformed URL, %s, is %s and does not stop the server", async (target, status) => {
  expect(await rawStatus(store.queryUrl, target)).toBe(status);
  expect(await rawStatus(store.otlpUrl, target)).toBe("404");
  expect((await fetch(store.queryUrl)).status).toBe(200);
});
