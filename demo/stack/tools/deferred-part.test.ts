import { expect, test, vi } from "vitest";
import type { Part, PartState } from "../part";
import { choosePorts } from "../ports";
import { waitUntil } from "../process/wait-until";
import { StackError } from "../stack-error";
import { createDeferredPart, type DeferredPartOptions, type ToolSupply } from "./deferred-part";
import type { Tool } from "./tool";

const tool: Tool = { name: "jaeger", version: "2.0.0", origin: "Go build", folder: "/", programPaths: {} };

function fakePart(): Part {
  let state: PartState = "stopped";
  return {
    name: "jaeger",
    getState: () => state,
    start: () => {
      state = "running";
      return Promise.resolve();
    },
    stop: () => {
      state = "stopped";
      return Promise.resolve();
    },
  };
}

async function setUp(supply: Partial<ToolSupply>, options: Partial<DeferredPartOptions> = {}) {
  const { query } = await choosePorts(["query"]);
  const progress: (string | undefined)[] = [];
  const lines: string[] = [];
  const part = createDeferredPart({
    name: "jaeger",
    supply: {
      title: "Jaeger",
      expectedMinutes: 4,
      findInstalled: () => Promise.resolve(undefined),
      download: () => Promise.resolve({ kind: "can-be-built", reasons: [] }),
      build: () => Promise.resolve(tool),
      createUnavailableError: (reason) => new StackError(`no Jaeger: ${reason}`, "install it"),
      ...supply,
    },
    placeholderPorts: [query],
    createPart: fakePart,
    whenBuildAllowed: Promise.resolve(),
    onProgress: (text) => progress.push(text),
    log: (line) => lines.push(line),
    ...options,
  });
  return { part, progress, lines, url: `http://127.0.0.1:${query}/` };
}

const until = (part: Part, state: PartState): Promise<void> =>
  waitUntil({
    condition: `the part to be ${state}`,
    isMet: () => Promise.resolve(part.getState() === state),
    timeoutMs: 20_000,
    fix: "read deferred-part.ts",
  });

test("an installed tool runs at once, without progress", async () => {
  const { part, progress } = await setUp({ findInstalled: () => Promise.resolve(tool) });
  await part.start();
  expect(part.getState()).toBe("running");
  expect(progress).toEqual([]);
});

test("a restart uses the same part, so that it is prepared once", async () => {
  const createPart = vi.fn(fakePart);
  const { part } = await setUp({ findInstalled: () => Promise.resolve(tool) }, { createPart });
  await part.start();
  await part.stop();
  await part.start();
  expect(part.getState()).toBe("running");
  expect(createPart).toHaveBeenCalledOnce();
});

test("while the tool is built, the part is starting and its port gives the step and the elapsed minutes", async () => {
  let finish: (built: Tool) => void = () => undefined;
  const build = () => new Promise<Tool>((resolve) => (finish = resolve));
  const { part, progress, url } = await setUp({ build });
  await part.start();
  expect(part.getState()).toBe("starting");
  const building = "Starting: building Jaeger, 0 min of about 4 min.";
  await vi.waitFor(() => expect(progress.at(-1)).toBe(building));
  const answer = await fetch(url);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({ error: { httpCode: 503, message: building } });
  finish(tool);
  await until(part, "running");
  expect(progress).toEqual([
    "Starting: fetching Jaeger.",
    "Starting: Jaeger is built next.",
    building,
    undefined,
  ]);
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});

test("the build waits until it may begin, and a stop in between ends without a part", async () => {
  const build = vi.fn(() => Promise.resolve(tool));
  const { part, progress } = await setUp({ build }, { whenBuildAllowed: new Promise(() => undefined) });
  await part.start();
  await vi.waitFor(() => expect(progress.at(-1)).toBe("Starting: Jaeger is built next."));
  await part.stop();
  expect(build).not.toHaveBeenCalled();
  expect(part.getState()).toBe("stopped");
  expect(progress.at(-1)).toBeUndefined();
});

test("without the tool the fallback runs, or the part fails with the reason", async () => {
  const fetchTool = () => Promise.resolve({ kind: "missing" as const, reasons: ["no network", "no Go"] });
  const replaced = await setUp(
    { download: fetchTool },
    { fallback: { title: "the store", createPart: fakePart } },
  );
  await replaced.part.start();
  await until(replaced.part, "running");
  expect(replaced.lines).toContain("Jaeger is not available (no network; no Go); using the store instead");

  const failed = await setUp({ download: fetchTool });
  await failed.part.start();
  await until(failed.part, "failed");
  expect(failed.lines.at(-1)).toContain("no Jaeger: no network; no Go");
  expect(failed.progress.at(-1)).toMatch(/^Not started/);
});
