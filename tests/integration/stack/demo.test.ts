import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readDemoState } from "@/demo/stack/command/control";
import { cloneFolder, dataFolder } from "@/demo/stack/folders";
import { isSameProcess } from "@/demo/stack/process/process-identity.mjs";
import { createTypescriptCommand } from "@/demo/stack/process/typescript-command";
import { waitUntil } from "@/demo/stack/process/wait-until";

const folder = join(dataFolder("test-demo"), randomUUID());
const appFolder = join(folder, "app-build");
const unreadyFolder = join(folder, "unready-build");
const program = join(import.meta.dirname, "demo-program.ts");

// An application that only shows its environment.
const server = `import("node:http").then(({ createServer }) => {
  const server = createServer((request, response) =>
    response
      .writeHead(request.url.startsWith("/api/health") ? HEALTH_STATUS : 200)
      .end(JSON.stringify(process.env)));
  server.listen(process.env.PORT, process.env.HOSTNAME);
  process.once("SIGTERM", () => { server.close(); server.closeAllConnections(); });
});
`;

interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

interface Demo {
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly ended: Promise<Outcome>;
  readonly output: () => string;
  readonly hasEnded: () => boolean;
}

// PostgreSQL, Prometheus, the fleet and the application; Jaeger is the fifth unless it must be built first.
const MIN_PROCESSES = 4;
const started: Demo[] = [];

function launch(build: string, ...args: readonly string[]): Demo {
  const { command, args: allArgs } = createTypescriptCommand(program, [folder, build, ...args]);
  const child = spawn(command, allArgs, {
    cwd: cloneFolder,
    env: {
      ...process.env,
      PROMETHEUS_URL: "http://192.0.2.1:9090",
      PROMETHEUS_BEARER_TOKEN: "theirs",
      DATABASE_URL: "postgresql://192.0.2.1/theirs",
    },
  });
  let output = "";
  let hasEnded = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const demo: Demo = {
    kill: (signal) => child.kill(signal),
    output: () => output,
    hasEnded: () => hasEnded,
    ended: new Promise((resolve) => {
      child.once("close", (code) => {
        hasEnded = true;
        resolve({ code, output });
      });
    }),
  };
  started.push(demo);
  return demo;
}

/** Waits until the demo has printed all `lines`; the failure contains its actual output. */
async function untilPrinted(demo: Demo, lines: readonly string[]): Promise<void> {
  await waitUntil({
    condition: lines.join(", "),
    findAbortReason: () => (demo.hasEnded() ? `the demo ended: ${demo.output()}` : undefined),
    isMet: () => Promise.resolve(lines.every((line) => demo.output().includes(line))),
    timeoutMs: 240_000,
    fix: "read its output",
  }).catch((error: unknown) => {
    throw new Error(`its output: ${demo.output()}`, { cause: error });
  });
}

async function startDemo(): Promise<Demo> {
  const demo = launch(appFolder);
  await untilPrinted(demo, ["Ridgepoint is running at"]);
  return demo;
}

/** Waits until all processes that could write to its terminal have exited. */
async function untilEnded(demo: Demo): Promise<void> {
  await waitUntil({
    condition: "all processes that hold the demo's terminal to end",
    isMet: () => Promise.resolve(demo.hasEnded()),
    timeoutMs: 120_000,
    fix: "look for a process that has no note",
  });
}

const ask = (...args: readonly string[]): Promise<Outcome> => launch(appFolder, ...args).ended;

interface Note {
  readonly pid: number;
  readonly identity: string;
}

function notedProcesses(): readonly Note[] {
  const notes = join(folder, "processes");
  return readdirSync(notes).map((name): Note => JSON.parse(readFileSync(join(notes, name), "utf8")));
}

const living = (notes: readonly Note[]): number =>
  notes.filter(({ pid, identity }) => isSameProcess(pid, identity)).length;

beforeAll(() => {
  mkdirSync(appFolder, { recursive: true });
  writeFileSync(join(appFolder, "server.js"), server.replace("HEALTH_STATUS", "200"));
  mkdirSync(unreadyFolder);
  writeFileSync(join(unreadyFolder, "server.js"), server.replace("HEALTH_STATUS", "503"));
});

afterAll(async () => {
  for (const demo of started) demo.kill("SIGKILL");
  await Promise.all(started.map((demo) => demo.ended));
  rmSync(folder, { recursive: true, force: true });
});

test("prints one address, uses separate services, and another terminal can stop and start a part", async () => {
  const demo = await startDemo();
  expect(demo.output()).toContain("ignoring DATABASE_URL, PROMETHEUS_URL");
  const { urls } = readDemoState(folder);
  expect(demo.output()).toContain(`Ridgepoint is running at ${urls.app}`);
  const given = await (await fetch(urls.app)).json();
  expect(given).toMatchObject({
    DATABASE_URL: urls.database,
    PROMETHEUS_URL: urls.prometheus,
    JAEGER_URL: urls.jaeger,
    RIDGEPOINT_DEMO: "1",
    RIDGEPOINT_SOURCE_NOTES: join(folder, "source-notes.json"),
    RIDGEPOINT_SECRET_KEY_FILE: join(folder, "secret-key"),
    HOSTNAME: "127.0.0.1",
  });
  expect(given).not.toHaveProperty("PROMETHEUS_BEARER_TOKEN");
  // Random in each run, and printed nowhere.
  const { RIDGEPOINT_DEMO_SECRET: secret } = given;
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(demo.output()).not.toContain(secret);
  expect(demo.output()).toContain("Every visitor is signed in as Demo editor.");

  const stopped = await ask("stop", "prometheus");
  expect(stopped.output).toMatch(/^prometheus +stopped/m);
  await expect(fetch(urls.prometheus)).rejects.toThrow("fetch failed");
  expect((await fetch(urls.app)).status).toBe(200);
  expect((await ask("status")).output).toMatch(/^prometheus +stopped/m);
  expect((await ask("start", "prometheus")).output).toMatch(/^prometheus +running/m);
  expect((await fetch(`${urls.prometheus}/-/ready`)).status).toBe(200);

  expect((await ask("fault", "chat", "slow-tokenizer")).output).toContain("slow-tokenizer is on for chat.");
  expect((await ask("fault", "chat", "slow-tokenizer", "off")).output).not.toContain(
    "slow-tokenizer, strength",
  );
  expect((await ask("profiles")).output).toMatch(/^other +Another engine$/m);
  expect((await ask("add", "other")).output).toMatch(/^other +running +Another engine$/m);
  expect((await ask("remove", "other")).output).toMatch(/^other +Another engine$/m);
  expect(await ask("add", "nonsense")).toMatchObject({
    code: 1,
    output: expect.stringMatching(
      /there is no profile nonsense; choose from other\nfix: npm run demo -- profiles/,
    ),
  });
  expect(await ask("stop", "nonsense")).toMatchObject({
    code: 1,
    output: expect.stringContaining("fix: choose one of"),
  });

  const listed = await ask("seed");
  expect(listed.output).toMatch(/^investigations +an investigation /m);
  expect(listed).toMatchObject({ code: 0, output: expect.not.stringContaining("Error") });
  expect(await ask("seed", "nonsense")).toMatchObject({
    code: 1,
    output: expect.stringMatching(/there is no scenario nonsense\nfix: npm run seed lists the scenarios/),
  });

  const second = await ask();
  expect(second).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^error: process \d+ is already running/m),
  });

  const processes = notedProcesses();
  expect(living(processes)).toBeGreaterThanOrEqual(MIN_PROCESSES);
  demo.kill("SIGINT");
  const { code, output } = await demo.ended;
  expect(code).toBe(0);
  expect(output).toContain("stopped");
  expect(living(processes)).toBe(0);
  expect(await ask("status")).toMatchObject({
    code: 1,
    output: expect.stringContaining("fix: start it with npm run demo"),
  });
});

test("a killed demo leaves no process, and the next one continues with its data", async () => {
  const demo = await startDemo();
  const before = readDemoState(folder).urls;
  const processes = notedProcesses();
  expect(living(processes)).toBeGreaterThanOrEqual(MIN_PROCESSES);
  demo.kill("SIGKILL");
  await untilEnded(demo);
  await waitUntil({
    condition: "its processes to end",
    isMet: () => Promise.resolve(living(processes) === 0),
    timeoutMs: 120_000,
    fix: "look at watchdog.mjs",
  });
  const next = await startDemo();
  const { app: _app, ...addresses } = readDemoState(folder).urls;
  expect(before).toMatchObject(addresses);
  next.kill("SIGTERM");
  expect((await next.ended).code).toBe(0);
  expect(existsSync(join(folder, "state.json"))).toBe(false);
});

test("a demo that is stopped during its start exits promptly and cleanly", async () => {
  const demo = launch(unreadyFolder);
  await untilPrinted(demo, ["postgres is running", "prometheus is running"]);
  demo.kill("SIGINT");
  expect(await demo.ended).toMatchObject({
    code: 0,
    output: expect.stringContaining("stopped before all parts"),
  });
  expect(living(notedProcesses())).toBe(0);
});
