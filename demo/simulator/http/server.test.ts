/** The simulator's HTTP server: access rules, the OpenAI-compatible API, and scrapes. */
import { request as httpRequest } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fleet } from "../fleet";
import { Simulation } from "../simulation";
import type { RequestTrace } from "../traces/request-trace";
import { startSimulationPace } from "./simulation-pace";
import { createSimulatorServer } from "./server";

const traces: RequestTrace[] = [];
const simulation = new Simulation({
  fleet,
  seed: 1,
  startMs: Date.now() - 2_000,
  traceSampleRatio: 0,
  onTrace: (trace) => traces.push(trace),
});
const catchUp = (): void => simulation.advance(Date.now());
const pace = startSimulationPace(catchUp);
let timesFound = 0;
const server = createSimulatorServer({
  simulation,
  catchUp,
  scrapeAddress: "127.0.0.1:1",
  pace,
  onFirstDiscovery: () => {
    timesFound += 1;
  },
});
let base = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  pace.stop();
  server.closeAllConnections();
  server.close();
});

const post = (
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(`${base}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

function statusFor(host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    httpRequest(`${base}/faults`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
}

test("rejects foreign host names and pages of other sites, but not command-line clients", async () => {
  expect(await statusFor("evil.example")).toBe(403);
  expect(await statusFor(new URL(base).host)).toBe(200);
  const put = (headers: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(`${base}/faults/assist-8b/batch-cap`, { method: "PUT", headers });
  expect((await put({ origin: "https://evil.example" })).status).toBe(403);
  expect((await put({ "sec-fetch-site": "cross-site" })).status).toBe(403);
  const done = await put({});
  expect(done.status).toBe(200);
  expect(done.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect((await fetch(`${base}/faults/assist-8b/batch-cap`, { method: "DELETE" })).status).toBe(200);
});

/** Sends a raw request line, which fetch would reject, and returns the status. */
function rawStatus(target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(base);
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
  ["///x//", "404"],
  ["//evil.example/faults", "404"],
  ["*", "400"],
  ["http://", "400"],
  ["http://[", "400"],
  ["/%", "404"],
])("a malformed URL, %s, is %s and does not stop the server", async (target, status) => {
  expect(await rawStatus(target)).toBe(status);
  expect((await fetch(`${base}/ready`)).status).toBe(200);
});

test("reports only the first request for the list of all targets", async () => {
  const ask = async (path: string): Promise<number> => {
    await (await fetch(`${base}${path}`)).text();
    return timesFound;
  };
  expect(await ask("/scrape-targets/assist-8b")).toBe(0);
  expect(await ask("/scrape-targets")).toBe(1);
  expect(await ask("/scrape-targets")).toBe(1);
});

test("the health endpoint answers like an engine's, which load generators check before they start", async () => {
  const health = await fetch(`${base}/health`);
  expect([health.status, await health.text()]).toEqual([200, ""]);
});

test("unknown deployments, faults and fields are errors, not ignored", async () => {
  const put = (path: string, body?: unknown): Promise<Response> =>
    fetch(`${base}/faults/${path}`, {
      method: "PUT",
      ...(body === undefined
        ? {}
        : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
  expect((await put("nobody/batch-cap")).status).toBe(404);
  expect((await put("assist-8b/nothing")).status).toBe(404);
  expect((await put("assist-8b/batch-cap", { strength: -1 })).status).toBe(400);
  expect((await put("assist-8b/batch-cap", { more: 1 })).status).toBe(400);
  const refused = await put("assist-8b/noisy-neighbour", { strength: 5 });
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { error: "noisy-neighbour takes a strength from 0.01 to 0.95, not 5" },
  ]);
  const storeless = await put("assist-8b/slow-feature-store");
  expect([storeless.status, await storeless.json()]).toEqual([
    400,
    { error: "assist-8b has no feature store, so slow-feature-store would have no effect" },
  ]);
  const { deployments } = (await (await fetch(`${base}/faults`)).json()) as {
    deployments: { name: string; active: unknown[] }[];
  };
  expect(deployments.find(({ name }) => name === "assist-8b")?.active).toEqual([]);
});

test("arrivals are replayed from a file over HTTP, listed while they last, and can be removed", async () => {
  const call = (method: string, body?: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${base}/arrivals/extract-14b`, { method, headers, ...(body === undefined ? {} : { body }) });
  const read = async (response: Response): Promise<unknown> => {
    const { deployments } = (await response.json()) as { deployments: { name: string }[] };
    return deployments.find(({ name }) => name === "extract-14b");
  };
  expect(await read(await call("PUT", '900\n{"at": 901, "prompt": 5, "output": 2}'))).toEqual({
    name: "extract-14b",
    arrivals: "replayed",
    replayedToCome: 2,
  });
  expect((await call("PUT", "1", { origin: "https://evil.example" })).status).toBe(403);
  const refused = await call("PUT", "1\nx");
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { error: expect.stringContaining("line 2 is not seconds") },
  ]);
  expect(await read(await call("DELETE"))).toMatchObject({ arrivals: "poisson", replayedToCome: 0 });
  expect((await fetch(`${base}/arrivals/nobody`, { method: "DELETE" })).status).toBe(404);
});

test("a profile can be started, scraped with the fleet, given faults, and stopped", async () => {
  const call = (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> => fetch(`${base}${path}`, { method, headers });
  const jobs = async (path = "/scrape-targets"): Promise<readonly string[]> => {
    const groups = (await (await call("GET", path)).json()) as { labels: { job: string } }[];
    return [...new Set(groups.map(({ labels }) => labels.job))];
  };
  expect((await call("PUT", "/profiles/sglang", { origin: "https://evil.example" })).status).toBe(403);
  expect(await jobs()).not.toContain("sglang");
  const played = (await (await call("PUT", "/profiles/sglang")).json()) as {
    profiles: { id: string; isRunning: boolean; deployments: string[] }[];
  };
  expect(played.profiles.filter((one) => one.isRunning)).toMatchObject([
    { id: "sglang", deployments: ["sglang"] },
  ]);
  expect((await call("PUT", "/profiles/sglang")).status).toBe(200);
  expect(await jobs()).toContain("sglang");
  expect(await jobs("/scrape-targets/sglang")).toEqual(["sglang"]);
  const text = await (await call("GET", "/targets/sglang-0/sglang/metrics")).text();
  expect(text).toMatch(/^sglang:num_running_reqs\{/m);
  expect((await call("PUT", "/faults/sglang/batch-cap")).status).toBe(200);
  expect((await call("DELETE", "/profiles/sglang")).status).toBe(200);
  expect(await jobs()).not.toContain("sglang");
  expect((await call("GET", "/scrape-targets/sglang")).status).toBe(404);
  expect((await call("DELETE", "/profiles/sglang")).status).toBe(404);
  const unknown = await call("PUT", "/profiles/sgland");
  expect(unknown.status).toBe(404);
  expect(await unknown.json()).toEqual({
    error: expect.stringMatching(/^there is no profile sgland; choose from .*sglang, /),
  });
  expect((await call("POST", "/profiles/sglang")).status).toBe(405);
});

test("a streamed chat arrives token by token with usage at the end, and creates a trace with the caller's parent", async () => {
  const traceparent = "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01";
  const response = await post(
    "/v1/chat/completions",
    {
      model: "assist-8b",
      max_tokens: 5,
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: "user", content: "Hello there" }],
    },
    { traceparent },
  );
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const events = (await response.text()).split("\n\n").filter((event) => event.startsWith("data: "));
  expect(events.at(-1)).toBe("data: [DONE]");
  const chunks = events.slice(0, -1).map(
    (event) =>
      JSON.parse(event.slice(6)) as {
        choices: { delta: { role?: string; content?: string }; finish_reason: string | null }[];
        usage?: object;
      },
  );
  expect(chunks[0]?.choices[0]?.delta).toEqual({ role: "assistant", content: "" });
  const words = chunks.slice(1).map((chunk) => chunk.choices[0]?.delta.content);
  expect(words.filter((word) => word !== undefined)).toEqual(["the", " ridge", " point", " is", " where"]);
  expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe("length");
  expect(chunks.at(-1)?.usage).toEqual({ prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 });
  const trace = traces.find((one) => one.traceId === "0123456789abcdef0123456789abcdef");
  expect(trace?.spans[0]?.parentSpanId).toBe("0123456789abcdef");
  expect(trace?.spans.find((span) => span.name === "llm_request")?.attributes).toMatchObject({
    "gen_ai.usage.prompt_tokens": 3,
    "gen_ai.usage.completion_tokens": 5,
  });
});

test("the engine's metrics count an unstreamed completion", async () => {
  const read = async (): Promise<number> => {
    const texts = await Promise.all(
      ["extract-14b-0"].map(async (name) => (await fetch(`${base}/targets/${name}/vllm/metrics`)).text()),
    );
    return Number(/^vllm:generation_tokens_total\{.*\} (\S+)$/m.exec(texts[0] ?? "")?.[1]);
  };
  const before = await read();
  const response = await post("/v1/completions", { model: "extract-14b", prompt: "Once", max_tokens: 7 });
  const body = (await response.json()) as {
    choices: { text: string; finish_reason: string }[];
    usage: { completion_tokens: number };
  };
  expect(body.usage.completion_tokens).toBe(7);
  expect(body.choices[0]?.finish_reason).toBe("length");
  expect(await read()).toBeGreaterThanOrEqual(before + 7);
});

test("a stream contains the same text as an unstreamed response, however fast its tokens arrive", async () => {
  const body = { model: "assist-8b", prompt: "Once", max_tokens: 60 };
  const unstreamed = (await (await post("/v1/completions", body)).json()) as { choices: { text: string }[] };
  const events = (await (await post("/v1/completions", { ...body, stream: true })).text()).split("\n\n");
  const chunks = events
    .filter((event) => event.startsWith("data: {"))
    .map((event) => JSON.parse(event.slice(6)) as { choices: { text: string }[] });
  expect(chunks.map(({ choices }) => choices[0]?.text).join("")).toBe(unstreamed.choices[0]?.text);
});

test.each([
  ["n", { prompt: "Once", n: 2 }, "n: only n = 1 is supported; send several requests"],
  [
    "best_of",
    { prompt: "Once", best_of: 3 },
    "best_of: only best_of = 1 is supported; send several requests",
  ],
  [
    "prompts",
    { prompt: ["a", "b"] },
    "prompt: only one prompt per request is supported; send several requests",
  ],
  [
    "token lists",
    { prompt: [[1], [2]] },
    "prompt: only one prompt per request is supported; send several requests",
  ],
])("several choices per request are rejected, not ignored: %s", async (_, body, message) => {
  const response = await post("/v1/completions", { model: "assist-8b", max_tokens: 2, ...body });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    error: { message, type: "invalid_request_error", param: null, code: 400 },
  });
});

test.each([[["Once"]], [[1, 2, 3, 4]], [[[1, 2, 3, 4]]]])(
  "one prompt in any form is answered: %j",
  async (prompt) => {
    const response = await post("/v1/completions", { model: "assist-8b", max_tokens: 2, prompt });
    expect(response.status).toBe(200);
  },
);

test.each([
  [{ model: "nobody", messages: [{ role: "user", content: "x" }] }, 404],
  [{ model: "assist-8b", messages: [] }, 400],
  [{ model: "assist-8b", max_tokens: 0, messages: [{ role: "user", content: "x" }] }, 400],
  [{ messages: [{ role: "user", content: "x" }] }, 400],
])("a request that cannot be served gets an OpenAI error: %j", async (body, status) => {
  const response = await post("/v1/chat/completions", body);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ error: { type: "invalid_request_error", code: status } });
});

test("every target serves its metrics, with well-formed samples and each family once", async () => {
  const groups = (await (await fetch(`${base}/scrape-targets`)).json()) as {
    labels: Record<string, string>;
  }[];
  expect(groups).toHaveLength(24);
  for (const { labels } of groups) {
    const text = await (await fetch(`${base}${labels["__metrics_path__"] ?? ""}`)).text();
    const lines = text.trimEnd().split("\n");
    const types = lines.filter((line) => line.startsWith("# TYPE ")).map((line) => line.split(" ")[2]);
    expect(new Set(types).size).toBe(types.length);
    const samples = lines.filter((line) => !line.startsWith("#"));
    expect(samples.length).toBeGreaterThan(5);
    for (const line of samples)
      expect(line).toMatch(/^[a-zA-Z_:][\w:]*(\{([a-zA-Z_]\w*="(\\.|[^"\\])*",?)*\})? -?[\d.e+-]+$/);
  }
});
