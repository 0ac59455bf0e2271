/**
 * Shared by the benchmarks of one trace: a server that returns a wide trace like Jaeger's older API, our product's
 * build reading from it, a minimal page over the same response, and Jaeger's page when its build is available
 * (`RIDGEPOINT_JAEGER_UI` names its folder). To build it: jaegertracing/jaeger-ui at commit f10c369da, Node 24,
 * `npm ci --ignore-scripts`, then `npx vite build` in `packages/jaeger-ui`.
 */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { chromium, type Browser, type Page } from "@playwright/test";
import { ensureAppBuild } from "@/demo/stack/app/app-build";
import { dataFolder } from "@/demo/stack/folders";
import { silentLog } from "@/demo/stack/log";
import { startStack } from "@/demo/stack/stack";
import { viewport } from "@/tests/performance/browser/browser-fixture";
import { minimalPage } from "./minimal-page";
import { wideTrace, wideTraceId } from "./wide-trace";

export interface TraceFixture {
  readonly browser: Browser;
  /** Returns the id of a new trace with this number of spans. */
  readonly prepare: (spanCount: number) => string;
  readonly addressOf: (side: Side, traceId: string) => string;
  readonly hasJaegerUi: boolean;
  readonly stop: () => Promise<void>;
}

export type Side = "ours" | "minimal" | "jaeger";

/**
 * Selector of the first readable span on each page. Ours is in the page's HTML: rows with names, times and bars at
 * their final positions in the waterfall. Hidden elements that React streams do not count.
 */
export const firstRow: { readonly [S in Side]: string } = {
  ours: "[data-first-rows] [role=row]:not([hidden] *), [role=treegrid] [role=row]",
  minimal: "[data-span]",
  jaeger: ".span-row",
};

export async function openTraceFixture(): Promise<TraceFixture> {
  const jaegerUi = process.env["RIDGEPOINT_JAEGER_UI"];
  const source = await openSource(jaegerUi);
  const folder = dataFolder(`bench-trace-${process.pid}`);
  const base = { reusesPorts: false, log: silentLog } as const;
  const database = await startStack({
    ...base,
    dataFolder: path.join(folder, "database"),
    postgres: { isDurable: false },
  });
  const app = await startStack({
    ...base,
    dataFolder: path.join(folder, "app"),
    app: {
      prepareProgram: async () => ({ kind: "built", folder: await ensureAppBuild(silentLog) }),
      extraEnvironment: {
        DATABASE_URL: database.urls.database,
        PROMETHEUS_URL: source.url,
        JAEGER_URL: source.url,
        RIDGEPOINT_JOBS: "off",
      },
    },
  });
  const executablePath = process.env["RIDGEPOINT_CHROMIUM"];
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  });
  const urls: { readonly [S in Side]: string } = {
    ours: `${app.urls.app}/traces/`,
    minimal: `${source.url}/minimal/`,
    jaeger: `${source.url}/trace/`,
  };
  return {
    browser,
    prepare: source.prepare,
    addressOf: (side, traceId) => `${urls[side]}${traceId}`,
    hasJaegerUi: jaegerUi !== undefined,
    stop: async () => {
      await browser.close();
      await app.stop();
      await database.stop();
      await source.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A row of the waterfall that supports keyboard navigation. */
export const waterfallRow = "[role=treegrid] [role=row]";

/**
 * Opens the address in a browser without cache and returns the milliseconds until `wanted` (by default the first row)
 * is visible, by the page's clock. Visible means the start of a frame that can show it, with styles loaded.
 */
export async function openUntilRows(
  fixture: TraceFixture,
  side: Side,
  traceId: string,
  wanted = firstRow[side],
) {
  const context = await fixture.browser.newContext({ viewport });
  const page = await context.newPage();
  await page.addInitScript((selector) => {
    new MutationObserver((_, observer) => {
      if (document.querySelector(selector) === null) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        Object.assign(window, { firstRowAtMs: performance.now() });
      });
    }).observe(document, { childList: true, subtree: true });
  }, wanted);
  await page.goto(fixture.addressOf(side, traceId), { waitUntil: "commit" });
  const ms = await firstRowMs(page);
  return { page, ms, close: () => context.close() };
}

async function firstRowMs(page: Page): Promise<number> {
  const handle = await page.waitForFunction(
    () => (window as { firstRowAtMs?: number }).firstRowAtMs,
    undefined,
    {
      timeout: 120_000,
    },
  );
  return Number(await handle.jsonValue());
}

async function openSource(jaegerUi: string | undefined) {
  const bodies = new Map<string, Buffer>();
  const wide = new Map<number, string>();
  let made = 0;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const [, id] = /^\/api\/traces\/([0-9a-f]{32})$/.exec(pathname) ?? [];
    const body = id === undefined ? undefined : bodies.get(id);
    if (body !== undefined) return send(response, 200, "application/json", body);
    if (pathname === "/api/services")
      return send(response, 200, "application/json", '{"data":["gateway"],"total":1,"errors":null}');
    if (pathname.startsWith("/api/"))
      return send(
        response,
        404,
        "application/json",
        '{"data":null,"errors":[{"code":404,"msg":"not found"}]}',
      );
    if (pathname.startsWith("/minimal/")) return send(response, 200, "text/html", minimalPage);
    return sendFile(response, jaegerUi, pathname);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    prepare: (spanCount: number): string => {
      made += 1;
      const id = made.toString(16).padStart(32, "5");
      const text = wide.get(spanCount) ?? wideTrace(spanCount);
      wide.set(spanCount, text);
      // Only the last prepared trace is stored.
      bodies.clear();
      bodies.set(id, Buffer.from(text.replaceAll(wideTraceId, id)));
      return id;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(body) }).end(body);
}

const types: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".html": "text/html",
  ".svg": "image/svg+xml",
};

/** Serves files of Jaeger's page; every other path returns the page. */
function sendFile(response: ServerResponse, folder: string | undefined, pathname: string): void {
  if (folder === undefined) return send(response, 404, "text/plain", "page not found");
  const file = path.join(folder, path.normalize(pathname));
  const isFile = pathname.startsWith("/static/") && existsSync(file);
  const found = isFile ? file : path.join(folder, "index.html");
  send(response, 200, types[path.extname(found)] ?? "application/octet-stream", readFileSync(found));
}
