/**
 * Tools that the tests need in addition to packages: Prometheus, Jaeger and Chromium. Each is found, downloaded, or
 * built once, and the versions are printed. Without Jaeger the tests use the trace store.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";
import { requireTool, searchTool } from "@/demo/stack/tools/find-tool";
import { createJaegerRecipe, createPrometheusRecipe } from "@/demo/stack/tools/recipes";

/** Tools that the tests use, and the environment variables with which the tests find them. */
export interface TestTools {
  /** One text per tool, such as "Prometheus 3.5.0 (downloaded)". */
  readonly versions: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

/** Chromium without a window system, which Playwright downloads too. It needs less than half the CPU time of a full Chromium. */
const headlessName = "chromium-headless-shell";
const browserNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** Returns the path of the first program that is on PATH. */
function findProgram(names: readonly string[]): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(path.delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return candidates.find((candidate) => {
    try {
      accessSync(candidate, constants.X_OK);
      return true;
    } catch {
      // Not in this folder; try the next one.
      return false;
    }
  });
}

function run(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: ["ignore", "ignore", "inherit"] }).status === 0;
}

/** Installs the headless Chromium from the distribution's packages, if this is possible. Returns its path. */
function installHeadless(): string | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || findProgram(["apt-get"]) === undefined)
    return undefined;
  console.log("installing a headless Chromium from the distribution's packages");
  run("apt-get", ["update", "-qq"]);
  run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", headlessName]);
  return findProgram([headlessName]);
}

/** Returns the path of a Chromium, or undefined if Playwright's download is used. */
export function ensureBrowser(): string | undefined {
  const found =
    process.env["RIDGEPOINT_CHROMIUM"] ??
    findProgram([headlessName]) ??
    installHeadless() ??
    findProgram(browserNames);
  if (found !== undefined) return found;
  console.log("downloading Playwright's Chromium");
  if (run("playwright", ["install", headlessName])) return undefined;
  throw new Error(
    "Chromium is not available\nfix: install a chromium on PATH, or set RIDGEPOINT_CHROMIUM to its path",
  );
}

/** Finds or installs all tools. Throws an error with possible fixes if Prometheus or a browser is not available. */
export async function prepareTestTools(): Promise<TestTools> {
  const log = (line: string): void => console.log(line);
  const prometheus = await requireTool(createPrometheusRecipe(), { log });
  const jaeger = await searchTool(createJaegerRecipe(), { log, mayBuild: true });
  const browser = ensureBrowser();
  const jaegerVersion =
    jaeger.kind === "found"
      ? `Jaeger ${jaeger.tool.version} (${jaeger.tool.origin})`
      : `the trace store instead of Jaeger (${jaeger.reasons.join("; ")})`;
  const versions = [
    `Node ${process.versions.node}`,
    `Prometheus ${prometheus.version} (${prometheus.origin})`,
    jaegerVersion,
    browser ?? "Playwright's Chromium",
  ];
  console.log(`tests run on ${versions.join(", ")}`);
  return { versions, environment: browser === undefined ? {} : { RIDGEPOINT_CHROMIUM: browser } };
}
