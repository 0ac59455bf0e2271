/** Runs the command-line program against the running app. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "../support/e2e/browser-test";

interface ProgramResult {
  readonly code: number;
  readonly output: string;
  readonly errorOutput: string;
}

function ridgepoint(args: readonly string[], url: string | undefined): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const env = { ...process.env, RIDGEPOINT_URL: url };
    execFile(process.execPath, ["scripts/ridgepoint.mjs", ...args], { env }, (error, output, errorOutput) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, output, errorOutput });
    });
  });
}

test("prints the operations of a service and the bottleneck as text and as JSON", async ({ baseURL }) => {
  const read = async (): Promise<number> =>
    (await ridgepoint(["traces", "chat-70b-gateway", "15m", "50"], baseURL)).code;
  await expect.poll(read, { timeout: 40_000 }).toBe(0);
  const { output } = await ridgepoint(["traces", "chat-70b-gateway", "15m", "50"], baseURL);
  expect(output).toMatch(/^\d+ requests of chat-70b-gateway from jaeger, last 15 min/);
  expect(output).toMatch(
    /^OPERATION +SERVICE +COUNT +TOTAL s +SELF s +SELF % +CRITICAL PATH % +p50 ms +p95 ms +p99 ms +ERRORS +ABORTS$/m,
  );
  expect(output).toMatch(/^llm_request +chat-70b +\d+ /m);
  expect(output).toMatch(/^Bottleneck: Requests wait longest for .+ in chat-70b: [\d.]+ % of their time/m);
  const json = await ridgepoint(["traces", "chat-70b-gateway", "15m", "50", "--json"], baseURL);
  expect(JSON.parse(json.output)).toMatchObject({
    deployment: "chat-70b",
    retrieval: { requestedCount: 50 },
  });
});

test("lists the known services for an unknown one, and exits with 64 for wrong usage", async ({
  baseURL,
}) => {
  const unknown = await ridgepoint(["traces", "chat-71b", "15m", "50"], baseURL);
  expect(unknown.code).toBe(1);
  expect(unknown.errorOutput).toMatch(
    /has no service chat-71b\. Its services: .*chat-70b.*\. Did you mean .*chat-70b/,
  );
  expect((await ridgepoint(["traces", "chat-70b"], baseURL)).code).toBe(64);
});

test("captures and lists baselines, and runs a gate with the exit code of its verdict", async ({
  baseURL,
}) => {
  const capture = ["baselines", "capture", "--deployment", "chat-70b", "--name", "From a terminal"];
  const short = await ridgepoint([...capture, "--window", "2m", "--wait"], baseURL);
  expect(short.code).toBe(1);
  expect(short.errorOutput).toMatch(/^error: the capture failed: The (?:window|deployment) has /);
  const { output } = await ridgepoint(["baselines", "list", "--deployment", "chat-70b"], baseURL);
  expect(output).toMatch(/^ID +NAME +DEPLOYMENT +STATE/);
  const id = /^([\da-f-]{36}) +From a terminal +chat-70b +failed/m.exec(output)?.[1] ?? "";
  expect((await ridgepoint(["baselines", "show", id], baseURL)).output).toContain("From a terminal");
  expect((await ridgepoint(["baselines", "export", id], baseURL)).code).toBe(70);
  const gate = ["gate", "--deployment", "chat-70b", "--max-regression", "ttft.p95=10%"];
  const failedBaseline = await ridgepoint([...gate, "--baseline", id], baseURL);
  expect(failedBaseline.code).toBe(70);
  expect(failedBaseline.errorOutput).toMatch(/the capture of the baseline From a terminal failed/);
  expect((await ridgepoint(["gate", "--deployment", "chat-70b"], baseURL)).code).toBe(64);
  expect((await ridgepoint([...gate, "--url", "http://127.0.0.1:9"], undefined)).code).toBe(70);
});

test("attaches a file to an investigation, and states a repeated one and a refused one", async ({
  baseURL,
}) => {
  const open = ["investigations", "open", "--title", "From a terminal", "--deployment", "chat-70b"];
  const name = /^INV-\d+/.exec((await ridgepoint(open, baseURL)).output)?.[0] ?? "";
  const folder = await mkdtemp(join(tmpdir(), "ridgepoint-attach-"));
  try {
    const path = join(folder, "kv.log");
    await writeFile(path, "usage 0.98\n");
    const attach = ["investigations", "attach", name, path, "--title", "KV usage"];
    const first = await ridgepoint(attach, baseURL);
    expect(first.output).toMatch(/^Added E1 to INV-\d+: kv\.log, Text, 11 bytes\.\nSHA-256 [0-9a-f]{64}\n$/);
    expect((await ridgepoint(attach, baseURL)).output).toContain("The content is the same as that of E1.");
    expect((await ridgepoint(["investigations", "show", name], baseURL)).output).toContain(
      "- E1 KV usage (kv.log, Text, 11 bytes)",
    );
    await writeFile(path, "<svg/>");
    const refused = await ridgepoint(attach, baseURL);
    expect(refused.code).toBe(1);
    expect(refused.errorOutput).toMatch(/^error: .*The file is an SVG image/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
