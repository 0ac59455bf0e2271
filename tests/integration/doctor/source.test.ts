/**
 * Runs `npm run doctor -- --prometheus URL` as a separate process with a real Prometheus that scrapes simulated
 * engines.
 */
import { spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitUntil } from "@/demo/stack/process/wait-until";
import type { SourceSurvey } from "@/lib/services/data-check/survey-source";
import { root } from "@/tests/architecture/source-files";
import {
  scrapeCount,
  simulateScrapedSamples,
  scrapeIntervalSeconds,
} from "@/tests/support/histories/engine-samples";
import { forward } from "@/tests/support/sources/forward";
import { startPrometheus, type FrozenPrometheus } from "@/tests/support/sources/prometheus";
import { startSimulatedFleet, type SimulatedFleet } from "@/tests/support/histories/simulated-fleet";

let fleet: SimulatedFleet;
let prometheus: FrozenPrometheus;
let empty: FrozenPrometheus;
/** Fixtures: all metrics of the newest vLLM, and the same without one gauge. */
let complete: FrozenPrometheus;
let lacking: FrozenPrometheus;
let gate: Server;
let gateUrl = "";

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the program without this machine's configuration, only with the variables of the test. */
function doctor(args: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const loader = pathToFileURL(createRequire(path.join(root, "package.json")).resolve("tsx")).href;
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ["--import", loader, path.join(root, "scripts/doctor.ts"), ...args],
      {
        cwd: root,
        env: { PATH: process.env["PATH"] ?? "", NODE_ENV: "test", ...variables },
      },
    );
    let [out, err] = ["", ""];
    child.stdout.on("data", (text: Buffer) => (out += text.toString()));
    child.stderr.on("data", (text: Buffer) => (err += text.toString()));
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, out, err }));
  });
}

beforeAll(async () => {
  fleet = await startSimulatedFleet(["dcgm-46", "vllm-old"]);
  // The scrapes continue during the tests, because a source without recent scrapes has gaps at its end.
  const startSeconds = Math.floor(Date.now() / 1_000) - (scrapeCount * scrapeIntervalSeconds) / 2;
  const samples = simulateScrapedSamples("lib/engines/vllm", { startSeconds, growing: new Set() });
  const sample = samples.find(({ version }) => version === "0.30");
  const up = Array.from(
    { length: scrapeCount },
    (_, index) =>
      `up{job="${sample?.job}",instance="a:8000"} 1 ${startSeconds + index * scrapeIntervalSeconds}\n`,
  );
  const newest = `${sample?.openMetrics ?? ""}${up.join("")}# EOF\n`;
  [prometheus, empty, complete, lacking] = await Promise.all([
    startPrometheus(undefined, { targetsUrl: fleet.targetsUrl, intervalMs: 1_000 }),
    startPrometheus(),
    startPrometheus(newest),
    startPrometheus(newest.replaceAll(/^vllm:num_requests_waiting\{.*\n/gm, "")),
  ]);
  gate = createServer((request, response) => {
    const isKnown = request.headers.authorization === "Bearer let-me-in";
    if (!isKnown) return void response.writeHead(401).end("no");
    return void forward({ request, response, target: new URL(empty.url), fault: null });
  });
  await new Promise<void>((resolve) => {
    gate.listen(0, "127.0.0.1", resolve);
  });
  const address = gate.address();
  gateUrl = `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  await waitUntil({
    condition: "every target to have been scraped ten times",
    isMet: async () => {
      const query = encodeURIComponent("count(count_over_time(up[1m]) >= 10)");
      const answer = await fetch(`${prometheus.url}/api/v1/query?query=${query}`);
      const { data } = (await answer.json()) as { data: { result: { value: [number, string] }[] } };
      return data.result[0]?.value[1] === String(fleet.targetCount);
    },
    timeoutMs: 120_000,
    fix: "look at what the simulator's /scrape-targets lists",
  });
});
afterAll(async () => {
  gate.close();
  fleet.stop();
  await Promise.all([prometheus, empty, complete, lacking].map((each) => each.stop()));
});

test("describes versions, engines, GPUs, proposed deployments and the result of each query", async () => {
  const { code, out, err } = await doctor(["--prometheus", prometheus.url]);
  expect(err).toBe("");
  expect(out).toMatch(
    new RegExp(`^Prometheus ${prometheus.version}.* at ${prometheus.url} responds in \\d+ ms$`, "m"),
  );
  expect(out).toMatch(/^found {4}vLLM: 2 instances, dcgm-46-8b, vllm-old-8b$/m);
  expect(out).toMatch(/^found {4}dcgm-exporter: 1 GPU$/m);
  expect(out).toContain('selected by {model_name="vllm-old-8b",job="vllm-old",namespace="serving"}');
  expect(out).toMatch(/^ok {7}Running requests: \d/m);
  expect(out).toMatch(/^off {6}Speculative tokens accepted: metric absent: .*--speculative-config\.$/m);
  expect(out).toMatch(/^- {8}Host CPU, Host memory in use, .*: metric absent: No host exporter/m);
  const failed = /^failed /m.test(out);
  expect(code).toBe(failed ? 1 : 0);
});

test("prints JSON for programs", async () => {
  const { code, out } = await doctor(["--prometheus", prometheus.url, "--json"]);
  const report = JSON.parse(out) as SourceSurvey & { readonly isWell: boolean };
  expect(code).toBe(report.isWell ? 0 : 1);
  expect(report.source).toMatchObject({ url: prometheus.url, flavour: "prometheus" });
  expect(report.engines).toEqual([
    { id: "vllm", title: "vLLM", models: ["dcgm-46-8b", "vllm-old-8b"], instanceCount: 2 },
  ]);
  expect(report.deployments.map(({ slug }) => slug)).toEqual(["dcgm-46-8b", "vllm-old-8b"]);
  const [{ check } = { check: undefined }] = report.deployments;
  const rows = check?.kind === "checked" ? check.rows : [];
  const outcome = (signal: string) => rows.find((row) => row.signal === signal)?.outcome;
  expect(["ttft", "itl", "running", "output-tokens", "gpu-power"].map(outcome)).toEqual(
    Array.from({ length: 5 }, () => "with-data"),
  );
});

test("exits with 0 if every engine signal has data or is not exposed, and with 1 if one is missing", async () => {
  expect(await doctor(["--prometheus", complete.url])).toMatchObject({
    code: 0,
    err: "",
    out: expect.stringMatching(
      /Every engine signal of 1 deployment has data, is not exposed, has no traffic, or needs an engine flag\.\n$/,
    ),
  });
  const { code, out } = await doctor(["--prometheus", lacking.url]);
  expect(code).toBe(1);
  expect(out).toMatch(/^failed {3}Waiting requests: metric absent/m);
  expect(out).toMatch(/1 engine signal fails: Waiting requests\n$/);
});

test("exits with 1 if nothing is found or no server responds", async () => {
  const nothing = await doctor(["--prometheus", empty.url]);
  expect(nothing).toMatchObject({ code: 1, err: "" });
  expect(nothing.out).toMatch(/fix: let Prometheus scrape \/metrics of your serving engines\n$/);
  const unreachable = await doctor(["--prometheus", "http://127.0.0.1:9", "--json"]);
  expect(unreachable.code).toBe(1);
  expect(JSON.parse(unreachable.out)).toMatchObject({
    isWell: false,
    error: { code: "source-unreachable", fix: "start the server, or correct the URL" },
  });
});

test("reads credentials from the same variables, and no other configuration", async () => {
  const stranger = await doctor(["--prometheus", gateUrl]);
  expect(stranger.code).toBe(1);
  expect(stranger.out).toMatch(/rejected the credentials \(401\)[\s\S]*fix: set PROMETHEUS_BEARER_TOKEN/);
  const known = await doctor(["--prometheus", gateUrl], {
    PROMETHEUS_BEARER_TOKEN: "let-me-in",
    PROMETHEUS_URL: "http://127.0.0.1:9",
    DATABASE_URL: "mysql://nobody",
    PORT: "not a port",
  });
  expect(known.out).toMatch(/^Prometheus /);
  expect(known.out).toContain("no metrics of a supported engine found");
});

test.each([
  [["--prometheus"], "argument missing"],
  [["--prometheus", "prometheus:9090"], "must begin with http"],
  [["--prometheus", "nonsense"], "fix: set --prometheus"],
  [["--prometheus", "http://me:secret@p:9090"], "must not contain a user name"],
  [["--grafana", "http://g"], "--grafana"],
  [["http://p:9090"], "http://p:9090"],
])("exits with 64 and a fix for wrong usage %j", async (args, message) => {
  const { code, out, err } = await doctor(args);
  expect(code).toBe(64);
  expect(out).toBe("");
  expect(err).toContain(message);
  expect(err).toMatch(/^fix: \S/m);
});
