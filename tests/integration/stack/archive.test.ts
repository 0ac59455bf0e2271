// A downloaded program runs only when its SHA-256 matches the release.
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { silentLog } from "@/demo/stack/log";
import { fetchArchive } from "@/demo/stack/tools/archive";
import { addToCache, findInstalled } from "@/demo/stack/tools/installed";
import { createPrometheusRecipe } from "@/demo/stack/tools/recipes";
import type { ArchiveRecipe, ToolRecipe } from "@/demo/stack/tools/tool";

const scratch = mkdtempSync(join(tmpdir(), "archive-test-"));
const served = new Map<string, Buffer | string>();
let server: Server;
let cache: string;

const sha256 = (data: Buffer | string): string => createHash("sha256").update(data).digest("hex");
const program = (name: string, version: string): string =>
  `#!/bin/sh\necho "${name}, version ${version} (branch: test)"\n`;

/** Creates a release archive with two programs that only print their version. */
function makeArchive(version: string): Buffer {
  const folder = join(scratch, "prometheus-9");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const name of ["prometheus", "promtool"]) {
    writeFileSync(join(folder, name), program(name, version));
    chmodSync(join(folder, name), 0o755);
  }
  execFileSync("tar", ["-czf", join(scratch, "release.tar.gz"), "-C", scratch, "prometheus-9"]);
  return readFileSync(join(scratch, "release.tar.gz"));
}

function recipe(change: Partial<ArchiveRecipe> = {}): ToolRecipe {
  const { port } = server.address() as AddressInfo;
  const base = `http://127.0.0.1:${port}`;
  return {
    ...createPrometheusRecipe(),
    archive: {
      version: "9.0.0",
      archiveUrl: `${base}/release.tar.gz`,
      checksumUrl: `${base}/sha256sums.txt`,
      checksumSubject: "archive",
      ...change,
    },
  };
}

const tools = (): readonly string[] => {
  const folder = join(cache, "tools/prometheus");
  return existsSync(folder) ? readdirSync(folder) : [];
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const body = served.get(request.url ?? "");
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
});

afterAll(async () => {
  await new Promise((resolve) => {
    server.close(resolve);
  });
  rmSync(scratch, { recursive: true, force: true });
});

beforeEach(() => {
  cache = mkdtempSync(join(scratch, "cache-"));
  served.clear();
});

test("an archive with a matching checksum is unpacked, and the cache records the verification", async () => {
  const archive = makeArchive("9.0.0");
  served.set("/release.tar.gz", archive);
  served.set("/sha256sums.txt", `${sha256(archive)}  release.tar.gz\n`);
  const tool = await fetchArchive(recipe(), cache, silentLog);
  expect(tool).toMatchObject({ version: "9.0.0", origin: "release archive" });
  const [name = ""] = tools();
  expect(tools()).toHaveLength(1);
  const note = JSON.parse(readFileSync(join(cache, "tools/prometheus", name, "origin.json"), "utf8"));
  expect(note.sha256["release.tar.gz"]).toBe(sha256(archive));
  expect((await findInstalled(recipe(), cache)).map(({ version }) => version)).toContain("9.0.0");
});

test("programs that another process is still adding to the cache are not used", async () => {
  const target = join(cache, "tools/prometheus/9.0.0-release-archive");
  const versions = async () =>
    (await findInstalled(recipe(), cache))
      .filter(({ origin }) => origin === "cache")
      .map((tool) => tool.version);
  const write = async (folder: string): Promise<void> => {
    for (const name of ["prometheus", "promtool"])
      writeFileSync(join(folder, name), program(name, "9.0.0"), { mode: 0o755 });
    expect(tools()).toHaveLength(1);
    expect(await versions()).toEqual([]);
  };
  await addToCache(target, write, {});
  expect(await versions()).toEqual(["9.0.0"]);
});

test("the release may list the programs inside instead", async () => {
  served.set("/release.tar.gz", makeArchive("9.0.0"));
  const lines = ["prometheus", "promtool"].map((name) => `${sha256(program(name, "9.0.0"))} *folder/${name}`);
  served.set("/sha256sums.txt", lines.join("\n"));
  expect(await fetchArchive(recipe({ checksumSubject: "programs" }), cache, silentLog)).toMatchObject({
    version: "9.0.0",
  });

  served.set("/release.tar.gz", makeArchive("9.0.1"));
  rmSync(join(cache, "tools"), { recursive: true });
  expect(await fetchArchive(recipe({ checksumSubject: "programs" }), cache, silentLog)).toContain(
    "SHA-256 of prometheus is",
  );
  expect(tools()).toEqual([]);
});

test.each([
  ["another checksum", `${"0".repeat(64)}  release.tar.gz\n`, "SHA-256 of release.tar.gz is"],
  ["a checksum of another file", `${"0".repeat(64)}  other.tar.gz\n`, "does not list release.tar.gz"],
  ["no checksums at all", undefined, "answered 404"],
])("with %s nothing is added to the cache", async (_, checksums, reason) => {
  served.set("/release.tar.gz", makeArchive("9.0.0"));
  if (checksums !== undefined) served.set("/sha256sums.txt", checksums);
  expect(await fetchArchive(recipe(), cache, silentLog)).toContain(reason);
  expect(tools()).toEqual([]);
  expect(readdirSync(cache)).toEqual([]);
});

test("an unreachable server is returned as a reason, not thrown", async () => {
  const unreachable = recipe({ checksumUrl: "http://127.0.0.1:1/sha256sums.txt" });
  expect(await fetchArchive(unreachable, cache, silentLog)).toContain(
    "downloading the release archive failed",
  );
});
