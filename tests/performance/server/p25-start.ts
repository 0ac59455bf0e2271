/**
 * P25: time from start to ready, and memory of the idle process: the built server with a migrated database, compared
 * with an empty Next.js application.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ensureAppBuild } from "@/demo/stack/app/app-build";
import { silentLog } from "@/demo/stack/log";
import { choosePorts } from "@/demo/stack/ports";
import { isResponding } from "@/demo/stack/process/wait-until";
import { startStack } from "@/demo/stack/stack";
import { buildPages, nextProgram, pages } from "@/tests/performance/browser/browser-fixture";
import { compare, type BenchRow } from "@/tests/performance/runner";

interface Program {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Start {
  readonly readyMs: number;
  readonly residentMib: number;
}

const pollEveryMs = 10;
const idleAfterMs = 1_000;
const kibibytesPerMib = 1_024;

/** Starts the program, waits until it is ready and then idle, and ends it. */
async function startOnce({ command, cwd, path, env }: Program): Promise<Start> {
  const { web } = await choosePorts(["web"]);
  const startedMs = performance.now();
  const child = spawn(
    process.execPath,
    [...command, ...(env["PORT"] === undefined ? ["-p", String(web)] : [])],
    {
      cwd,
      stdio: "ignore",
      env: {
        ...process.env,
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
        ...env,
        PORT: String(web),
      },
    },
  );
  const isEnded = (): boolean => child.exitCode !== null;
  while (!(await isResponding(`http://127.0.0.1:${web}${path}`))) {
    if (isEnded()) throw new Error(`${command.join(" ")} ended with ${child.exitCode}`);
    await wait(pollEveryMs);
  }
  const readyMs = performance.now() - startedMs;
  await wait(idleAfterMs);
  const [, kibibytes = "NaN"] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
  child.kill("SIGKILL");
  await once(child, "exit");
  return { readyMs, residentMib: Number(kibibytes) / kibibytesPerMib };
}

/** Needs Linux, which reports the memory of a process in /proc. */
export async function benchStart(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "ridgepoint-start-"));
  // PostgreSQL runs as another user when this process runs as root.
  chmodSync(folder, 0o755);
  const appFolder = await ensureAppBuild(silentLog);
  await buildPages();
  const stack = await startStack({
    dataFolder: folder,
    reusesPorts: false,
    log: silentLog,
    postgres: { isDurable: false },
  });
  const ours: Program = {
    command: ["server.js"],
    cwd: appFolder,
    path: "/api/health?probe=ready",
    env: {
      DATABASE_URL: stack.urls.database,
      PROMETHEUS_URL: "http://127.0.0.1:9",
      HOSTNAME: "127.0.0.1",
      PORT: "0",
    },
  };
  const empty: Program = {
    command: [nextProgram, "start", pages, "-H", "127.0.0.1"],
    cwd: pages,
    path: "/empty",
    env: {},
  };
  const row = (title: string, unit: string, valueOf: (start: Start) => number): Promise<BenchRow> =>
    compare({
      id: "P25",
      title,
      unit,
      must: 1.5,
      moonshot: 1.1,
      ours: async () => valueOf(await startOnce(ours)),
      peer: async () => valueOf(await startOnce(empty)),
    });
  try {
    return [
      await row("start to ready, against an empty Next.js", "ms", ({ readyMs }) => readyMs),
      await row("RSS when idle, against an empty Next.js", "MiB", ({ residentMib }) => residentMib),
    ];
  } finally {
    await stack.stop();
    rmSync(folder, { recursive: true });
  }
}
