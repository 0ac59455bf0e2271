/**
 * Shared by the browser benchmarks: Chromium, and a production build of `pages`, an application with an empty page
 * and our chart next to bare uPlot. Both stop with the fixture.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { chromium, type Browser, type CDPSession, type Page } from "@playwright/test";
import { cloneFolder } from "@/demo/stack/folders";
import { choosePorts } from "@/demo/stack/ports";

export interface BrowserFixture {
  /** URL of the application in `pages`. */
  readonly url: string;
  readonly browser: Browser;
  readonly stop: () => Promise<void>;
}

export const viewport = { width: 1440, height: 1000 } as const;
export const nextProgram = join(cloneFolder, "node_modules/next/dist/bin/next");
export const pages = join(cloneFolder, "tests/performance/pages");
const readyWithinMs = 30_000;

export async function openBrowserFixture(): Promise<BrowserFixture> {
  await buildPages();
  const { web } = await choosePorts(["web"]);
  const server = spawn(
    process.execPath,
    [nextProgram, "start", pages, "-p", String(web), "-H", "127.0.0.1"],
    {
      env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
      stdio: "ignore",
    },
  );
  const url = `http://127.0.0.1:${web}`;
  const executablePath = process.env["RIDGEPOINT_CHROMIUM"];
  try {
    await waitUntilServing(url);
    const browser = await chromium.launch({
      ...(executablePath === undefined ? {} : { executablePath }),
      args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
    });
    return {
      url,
      browser,
      stop: async () => {
        await browser.close();
        server.kill();
        await once(server, "exit");
      },
    };
  } catch (error) {
    server.kill();
    throw error;
  }
}

/** Opens the page with our chart and bare uPlot. */
export async function openChartPage({ browser, url }: BrowserFixture): Promise<Page> {
  const page = await browser.newPage({ viewport });
  await page.goto(`${url}/chart`);
  await page.waitForFunction(() => window.benches !== undefined);
  return page;
}

/** Returns the main-thread milliseconds that `work` takes in the page. */
export async function mainThreadMs(session: CDPSession, work: () => Promise<void>): Promise<number> {
  const before = await taskMs(session);
  await work();
  return (await taskMs(session)) - before;
}

async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send("Performance.getMetrics");
  const seconds = metrics.find(({ name }) => name === "TaskDuration")?.value;
  if (seconds === undefined) throw new Error("Chromium does not report its task time");
  return seconds * 1_000;
}

/** Builds the application in `pages`. */
export async function buildPages(): Promise<void> {
  const build = spawn(process.execPath, [nextProgram, "build", pages], {
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let buildErrors = "";
  build.stderr.setEncoding("utf8").on("data", (text: string) => {
    buildErrors += text;
  });
  const [code] = (await once(build, "exit")) as [number | null];
  if (code !== 0) throw new Error(`the benchmark pages cannot be built: ${buildErrors}`);
}

async function waitUntilServing(url: string): Promise<void> {
  const untilMs = performance.now() + readyWithinMs;
  for (;;) {
    try {
      await fetch(`${url}/empty`);
      return;
    } catch (error) {
      if (performance.now() > untilMs) throw new Error("the benchmark pages do not answer", { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
