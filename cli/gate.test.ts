import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import type { GateResponse } from "@/lib/contracts/gates";
import type { RuleResult } from "@/lib/model/gate/gate-result";
import { run } from "./run";
import { unknownDeployment } from "@/lib/model/deployment/unknown-deployment";

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
  server = undefined;
});

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** Starts a server that sends these replies in order, the last one repeatedly. */
async function serve(...replies: readonly Reply[]) {
  const requests: ReceivedRequest[] = [];
  const started = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const reply = replies[Math.min(requests.length, replies.length - 1)];
      const { method = "", url = "" } = request;
      requests.push({ method, path: url, body: text === "" ? null : JSON.parse(text) });
      response.writeHead(reply?.status ?? 500, { "content-type": "application/json" });
      response.end(typeof reply?.body === "string" ? reply.body : JSON.stringify(reply?.body));
    });
  });
  server = started;
  await new Promise<void>((resolve) => {
    started.listen(0, "127.0.0.1", resolve);
  });
  return { url: `http://127.0.0.1:${(started.address() as AddressInfo).port}`, requests };
}

const estimate = (value: number) => ({ value, lower: value * 0.98, upper: value * 1.02, n: 5_400 });
const slow: RuleResult = {
  signal: "ttft",
  statistic: "mean",
  maxRegressionRatio: 0.1,
  unit: "seconds",
  verdict: "fail",
  baseline: estimate(0.2),
  window: estimate(0.3),
  regression: { value: 0.5, lower: 0.45, upper: 0.56 },
  resolution: null,
  exact: [],
  undecidedReason: null,
};

function response(
  verdict: "pass" | "fail" | "cannot-tell" | null,
  part: Partial<GateResponse> = {},
): GateResponse {
  const waits = verdict === null;
  return {
    asOfMs: 1_000,
    gate: {
      id: "0199-run",
      state: waits ? "waiting" : "complete",
      verdict,
      sentence: `The verdict is ${verdict ?? "not known yet"}.`,
      deployment: { slug: "chat-70b", title: "Chat 70B", isDeleted: false },
      baseline: { id: "0199-base", name: "Before <the> upgrade", isDeleted: false },
      window: { startMs: 0, endMs: 1_800_000 },
      rules: ["ttft.mean=10%"],
      factor: null,
      isStrict: false,
      run: null,
      waitingUntilMs: waits ? 2_000 : null,
      author: "operator",
      createdAtMs: 1_000,
      evaluatedAtMs: waits ? null : 1_000,
    },
    result: waits ? null : { schemaVersion: 1, verdict, obstacles: [], warnings: [], rules: [slow] },
    texts: { obstacles: [], warnings: [], rules: waits ? [] : ["Mean TTFT is 50 % higher & worse."] },
    ...part,
  };
}

const args = ["gate", "--deployment", "chat-70b", "--max-regression", "ttft.mean=10%"];

describe("the exit code", () => {
  test.each([
    ["pass", 0],
    ["fail", 1],
    ["cannot-tell", 2],
    [null, 2],
  ] as const)("of %s is %i", async (verdict, exitCode) => {
    const { url } = await serve({ status: 201, body: response(verdict) });
    expect((await run([...args, "--url", url], {})).exitCode).toBe(exitCode);
  });

  test.each([
    [
      "a refused request",
      { status: 404, body: { code: "not-found", title: "No", detail: "x", next: "y" } },
      70,
    ],
    [
      "an invalid request",
      { status: 400, body: { code: "invalid-input", title: "No", detail: "x", next: "y" } },
      64,
    ],
    ["a response of another program", { status: 200, body: "<html>" }, 70],
    ["a failure of a proxy", { status: 502, body: "{}" }, 70],
    ["a response of another release", { status: 201, body: { gate: { verdict: "pass" } } }, 70],
  ])("of %s is never 0 or 1", async (_name, reply, exitCode) => {
    const { url } = await serve(reply);
    const outcome = await run([...args, "--url", url], {});
    expect(outcome.exitCode).toBe(exitCode);
    expect(outcome.errorOutput).toMatch(/^error: .+\nfix: .+/);
  });

  test("of a server that does not run is 70", async () => {
    expect(await run([...args, "--url", "http://127.0.0.1:9"], {})).toMatchObject({ exitCode: 70 });
  });

  test.each([
    [["gate"], /the deployment is missing/],
    [["gate", "--deployment", "chat"], /at least one rule/],
    [[...args, "--max-regression", "requests=10%"], /A gate cannot judge requests/],
    [[...args, "--window", "soon"], /invalid window “soon”/],
    [[...args, "--start", "later"], /invalid start “later”/],
    [[...args, "--factor", "a b"], /invalid factor “a b”: it must be a configuration path/],
    [[...args, "--format", "xml"], /invalid format “xml”/],
    [[...args, "chat"], /unexpected argument “chat”/],
    [[...args, "--url", "localhost"], /invalid URL “localhost”/],
    [[...args, "--loud"], /--loud/],
  ])("of %j is 64", async (wrong, reason) => {
    const outcome = await run(wrong, {});
    expect(outcome).toMatchObject({ exitCode: 64, output: "" });
    expect(outcome.errorOutput).toMatch(reason);
  });
});

test("a deployment without a baseline gets the next step in the terminal, not the advice of a page", async () => {
  const detail = "chat-70b has no default baseline. Name a baseline or a window instead";
  const problem = {
    title: "Conflict with another change",
    detail,
    next: "Reload the page.",
    code: "conflict",
  };
  const { url } = await serve({ status: 409, body: problem });
  const outcome = await run(
    ["gate", "--deployment", "chat-70b", "--max-regression", "ttft.p95=10%", "--url", url],
    {},
  );
  expect(outcome.exitCode).toBe(70);
  expect(outcome.errorOutput).toBe(
    `error: ${detail}\nfix: name a baseline that is ready: npx ridgepoint baselines list prints the id and state of each one`,
  );
});

test("a capture whose name is in use gets the advice to choose another one", async () => {
  const detail = "the deployment already has a baseline with the name “Before”";
  const problem = { title: "Conflict", detail, next: "Reload the page.", code: "conflict" };
  const { url } = await serve({ status: 409, body: problem });
  const args = ["baselines", "capture", "--deployment", "chat-70b", "--name", "Before", "--url", url];
  expect((await run(args, {})).errorOutput).toBe(
    `error: ${detail}\nfix: choose another name: npx ridgepoint baselines list --deployment NAME prints the names in use`,
  );
});

test.each([
  ["gate", "--deployment", "nope", "--max-regression", "ttft.p95=10%"],
  ["baselines", "capture", "--deployment", "nope", "--name", "Before"],
  ["baselines", "list", "--deployment", "nope"],
])("%s for an unknown deployment names the list of deployments", async (...args) => {
  const problem = { ...unknownDeployment, detail: "there is no deployment nope", code: "not-found" };
  const { url } = await serve({ status: 404, body: problem });
  const { exitCode, errorOutput } = await run([...args, "--url", url], {});
  expect(exitCode).toBe(70);
  expect(errorOutput).toBe(`error: there is no deployment nope\nfix: ${unknownDeployment.next}`);
});

test("a stopped database has its next step in the terminal, and the exit code 70", async () => {
  const problem = {
    title: "The database does not respond",
    detail: "PostgreSQL does not respond",
    next: "Panels continue with cached data.",
    code: "database-unavailable",
  };
  const { url } = await serve({ status: 503, body: problem });
  const rule = ["--max-regression", "ttft.p95=10%"];
  const outcome = await run(["gate", "--deployment", "chat-70b", ...rule, "--url", url], {});
  expect(outcome.exitCode).toBe(70);
  expect(outcome.errorOutput).toContain(
    "fix: start PostgreSQL, which stores baselines and gate runs, and run the command again",
  );
});

test("sends the options and prints verdict, numbers and the address of the run", async () => {
  const { url, requests } = await serve({ status: 201, body: response("fail") });
  const more = [
    "--baseline",
    "Before",
    "--window",
    "45m",
    "--factor",
    "model:a:b",
    "--strict",
    "--start",
    "now",
  ];
  const { output } = await run([...args, ...more, "--url", url], {});
  expect(requests).toEqual([
    {
      method: "POST",
      path: "/api/v1/gates",
      body: {
        deployment: "chat-70b",
        baseline: "Before",
        window: "45m",
        startsNow: true,
        rules: ["ttft.mean=10%"],
        factor: "model:a:b",
        isStrict: true,
      },
    },
  ]);
  expect(output.split("\n")).toEqual([
    "The verdict is fail.",
    "Chat 70B, 1970-01-01T00:00:00.000Z to 1970-01-01T00:30:00.000Z, compared with the baseline “Before <the> upgrade”",
    "",
    "RULE       VERDICT  LIMIT  REGRESSION  95 % INTERVAL  BASELINE   WINDOW      n  RESOLUTION",
    "mean TTFT  fail      10 %        50 %  45 % to 56 %    0.200 s  0.300 s  5,400  sufficient",
    "",
    "Details:",
    "- Mean TTFT is 50 % higher & worse.",
    "",
    `${url}/gates/0199-run`,
  ]);
});

test("the text names the declared factor, and a load with values is refused with the reason", async () => {
  const declared = response("pass");
  const gate = { ...declared.gate, factor: { path: "load", from: null, to: null } };
  const { url } = await serve({ status: 201, body: { ...declared, gate } });
  const { output } = await run([...args, "--factor", "load", "--url", url], {});
  expect(output).toContain("\nDeclared factor: load\n");
  const refused = await run([...args, "--factor", "load:1:2", "--url", url], {});
  expect(refused.exitCode).toBe(64);
  expect(refused.errorOutput).toContain("invalid factor “load:1:2”");
  expect(refused.errorOutput).toContain("or load, which has no values");
});

test("waits for a run, also while the server restarts, and prints when it is due without --wait", async () => {
  const busy = { status: 503, body: { code: "database-unavailable", title: "No", detail: "x", next: "y" } };
  const { url, requests } = await serve({ status: 202, body: response(null) }, busy, {
    status: 200,
    body: response("pass"),
  });
  expect(await run([...args, "--wait", "--url", url], {})).toMatchObject({ exitCode: 0 });
  expect(requests.slice(1).map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /api/v1/gates/0199-run",
    "GET /api/v1/gates/0199-run",
  ]);
  const waiting = await serve({ status: 202, body: response(null) });
  const { output } = await run([...args, "--url", waiting.url], {});
  expect(output).toMatch(/^Waiting until 1970-01-01T00:00:02\.000Z\.\n/);
});

test("prints JUnit and text in which no rule passes or fails without a verdict, and JSON", async () => {
  const { url } = await serve({
    status: 201,
    body: response("cannot-tell", {
      result: {
        schemaVersion: 1,
        verdict: "cannot-tell",
        obstacles: [{ kind: "stale", ageMs: 180_000 }],
        warnings: [],
        rules: [slow],
      },
      texts: { obstacles: ["No samples < 3 min."], warnings: [], rules: ["50 % & worse."] },
    }),
  });
  const { output } = await run([...args, "--format", "junit", "--url", url], {});
  expect(output.split("\n")).toEqual([
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites name="ridgepoint gate" tests="2" failures="0" errors="2">',
    '  <testsuite name="chat-70b" tests="2" failures="0" errors="2" timestamp="1970-01-01T00:00:01.000Z">',
    '    <testcase classname="chat-70b" name="data">',
    '      <error message="No samples &lt; 3 min."/>',
    "    </testcase>",
    '    <testcase classname="chat-70b" name="ttft.mean=10%">',
    '      <error message="No verdict: No samples &lt; 3 min. For information: 50 % &amp; worse."/>',
    "    </testcase>",
    "  </testsuite>",
    "</testsuites>",
  ]);
  const text = await run([...args, "--url", url], {});
  expect(text.output).toMatch(/^mean TTFT +no verdict /m);
  const json = await run([...args, "--format", "json", "--url", url], {});
  expect(JSON.parse(json.output)).toMatchObject({ gate: { verdict: "cannot-tell" } });
});
