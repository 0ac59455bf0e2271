// The orderly end of the built server (R28), by both ways in which people run it: `npm start` and the container's image.
import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { ensureAppBuild } from "@/demo/stack/app/app-build";
import { cloneFolder } from "@/demo/stack/folders";
import { silentLog } from "@/demo/stack/log";
import { choosePorts } from "@/demo/stack/ports";
import { answers, waitUntil } from "@/demo/stack/process/wait-until";
import { startBalancer } from "@/tests/support/balancer";
import { createMigratedDatabase, type TestDatabase } from "@/tests/support/database";

const buildLimitMs = 600_000;

/** A Prometheus that begins its answers and, while it holds them, does not finish them. */
const held = new Set<ServerResponse>();
let isHolding = false;
const prometheus: Server = createServer((_request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  if (!isHolding) return finish(response);
  response.flushHeaders();
  held.add(response);
});

function finish(response: ServerResponse): void {
  response.end(
    JSON.stringify({ status: "success", data: { version: "3.0.0", resultType: "vector", result: [] } }),
  );
}

function release(): void {
  isHolding = false;
  for (const response of held) finish(response);
  held.clear();
}

interface Entry {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

let database: TestDatabase;
let buildFolder: string;

/** What the image's last stage sets and runs. */
function imageEntry(): Entry {
  const [, stage = ""] = readFileSync(join(cloneFolder, "Dockerfile"), "utf8").split(/^FROM .* AS app$/m);
  const settings = [...stage.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = ""]) => line.split(" "));
  const [, command = "[]"] = /^CMD (\[.*\])$/m.exec(stage) ?? [];
  const [, ...args]: string[] = JSON.parse(command);
  return {
    command: args,
    cwd: buildFolder,
    env: Object.fromEntries(settings.map((setting) => setting.split("=") as [string, string])),
  };
}

const entries: Readonly<Record<string, () => Entry>> = {
  "npm start": () => ({ command: ["--import", "tsx", "scripts/start.ts"], cwd: cloneFolder, env: {} }),
  "the image": imageEntry,
};

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly ended: Promise<number | null>;
}

const children: ChildProcess[] = [];

/** At `address` when given, the place of one that ended. */
async function start({ command, cwd, env }: Entry, address?: string): Promise<Running> {
  const port = address === undefined ? (await choosePorts(["app"])).app : Number(new URL(address).port);
  const child = spawn(process.execPath, command, {
    cwd,
    stdio: "ignore",
    env: {
      ...process.env,
      ...env,
      DATABASE_URL: database.url,
      PROMETHEUS_URL: `http://127.0.0.1:${(prometheus.address() as AddressInfo).port}`,
      HOSTNAME: "127.0.0.1",
      PORT: String(port),
    },
  });
  children.push(child);
  const url = `http://127.0.0.1:${port}`;
  const ended = new Promise<number | null>((resolve) => {
    child.once("exit", resolve);
  });
  await until("the server to be ready", () => answers(`${url}/api/health?probe=ready`));
  return { child, url, ended };
}

const until = (what: string, isThere: () => Promise<boolean>): Promise<void> =>
  waitUntil({ what, isThere, limitMs: 60_000, fix: "look at lib/jobs/end-well.ts" });

/** A request that takes as long as Prometheus takes to answer. */
function slowRequest(url: string): Promise<Response> {
  isHolding = true;
  return fetch(`${url}/api/v1/sources/prometheus/check`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: "{}",
  });
}

beforeAll(async () => {
  database = await createMigratedDatabase();
  await new Promise<void>((resolve) => {
    prometheus.listen(0, "127.0.0.1", resolve);
  });
  buildFolder = await ensureAppBuild(silentLog);
}, buildLimitMs);

afterEach(() => {
  release();
  for (const child of children.splice(0)) child.kill("SIGKILL");
});

afterAll(async () => {
  prometheus.close();
  prometheus.closeAllConnections();
  await database.drop();
});

describe.each(Object.keys(entries))("asked to end, %s", (name) => {
  test("is not ready at once, serves on, answers what is in flight, and ends with 0", async () => {
    const { child, url, ended } = await start(entries[name]!());
    const slow = slowRequest(url);
    await until("the request to reach Prometheus", () => Promise.resolve(held.size > 0));

    child.kill("SIGTERM");
    const askedAtMs = performance.now();
    const isUnready = (status: number): boolean => status === 503;
    await until("readiness to fall", () => answers(`${url}/api/health?probe=ready`, isUnready));
    expect(performance.now() - askedAtMs).toBeLessThan(2_000);

    let served = 0;
    for (;;) {
      if (!(await answers(`${url}/api/health?probe=live`))) break;
      served += 1;
    }
    const servedForMs = performance.now() - askedAtMs;
    expect(served).toBeGreaterThan(10);
    expect(servedForMs).toBeGreaterThan(4_500);
    expect(servedForMs).toBeLessThan(12_000);

    release();
    expect((await slow).status).toBe(200);
    expect(await ended).toBe(0);
    expect(performance.now() - askedAtMs).toBeLessThan(20_000);
  });

  test("asked twice, ends at once", async () => {
    const { child, url, ended } = await start(entries[name]!());
    child.kill("SIGINT");
    await until("readiness to fall", async () =>
      answers(`${url}/api/health?probe=ready`, (status) => status === 503),
    );
    const again = setInterval(() => child.kill("SIGINT"), 600);
    const askedAgainAtMs = performance.now();
    expect(await ended).not.toBe(0);
    clearInterval(again);
    expect(performance.now() - askedAgainAtMs).toBeLessThan(3_000);
  });
});

test("in the demo, where the whole system is to stop, it ends at once", async () => {
  const image = imageEntry();
  const { NEXT_MANUAL_SIG_HANDLE: handled, ...env } = image.env;
  expect(handled).toBe("1");
  const { child, ended } = await start({ ...image, env });
  const askedAtMs = performance.now();
  child.kill("SIGTERM");
  // As a program that a signal ended.
  expect(await ended).toBe(143);
  expect(performance.now() - askedAtMs).toBeLessThan(4_000);
});

test("of two servers behind a balancer each can be replaced under load without a failed request", async () => {
  const [first, second] = [await start(imageEntry()), await start(imageEntry())];
  const balancer = await startBalancer([first.url, second.url]);
  const outcomes: Promise<string>[] = [];
  const ask = async (): Promise<string> => {
    try {
      const response = await fetch(`${balancer.url}/api/v1/deployments`);
      return `${response.status} ${(await response.text()).slice(0, response.ok ? 0 : 200)}`.trim();
    } catch (error) {
      return String(error);
    }
  };
  const load = setInterval(() => outcomes.push(ask()), 10);
  first.child.kill("SIGTERM");
  expect(await first.ended).toBe(0);
  const third = await start(imageEntry(), first.url);
  second.child.kill("SIGTERM");
  expect(await second.ended).toBe(0);
  clearInterval(load);
  expect(new Set(await Promise.all(outcomes))).toEqual(new Set(["200"]));
  expect(outcomes.length).toBeGreaterThan(500);
  third.child.kill("SIGKILL");
  balancer.close();
});
