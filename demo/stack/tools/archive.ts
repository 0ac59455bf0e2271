// Downloads a tool's official release archive over HTTPS and verifies it against the checksum file of the same
// release. Nothing is added to the cache before its SHA-256 matches.
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
// oxlint-disable-next-line no-restricted-imports -- a download on the developer's machine, not a source of the product
import { EnvHttpProxyAgent, fetch } from "undici";
import { ensureFolder } from "../folders";
import type { Log } from "../log";
import { addToCache, cachedToolFolder, findToolInFolder } from "./installed";
import { lastLine, runCommand } from "./run-command";
import type { ArchiveRecipe, Tool, ToolRecipe } from "./tool";

const CONNECT_LIMIT_MS = 8_000;
const IDLE_LIMIT_MS = 30_000;

/** Returns the tool from its release archive, or the reason why the archive is not available. */
export async function fetchArchive(recipe: ToolRecipe, cachePath: string, log: Log): Promise<Tool | string> {
  const { archive } = recipe;
  if (archive === undefined) return `there is no release archive for ${process.platform} on ${process.arch}`;
  // Supports HTTPS_PROXY and NO_PROXY, unlike Node's fetch.
  const dispatcher = new EnvHttpProxyAgent({
    connect: { timeout: CONNECT_LIMIT_MS },
    headersTimeout: IDLE_LIMIT_MS,
    bodyTimeout: IDLE_LIMIT_MS,
  });
  const scratch = mkdtempSync(join(ensureFolder(cachePath), "download-"));
  try {
    const checksums = await readText(archive.checksumUrl, dispatcher);
    log(`downloading ${archive.archiveUrl}`);
    const file = join(scratch, basename(archive.archiveUrl));
    await download(archive.archiveUrl, file, dispatcher);
    return await unpackVerified(recipe, archive, { file, checksums, scratch, cache: cachePath });
  } catch (error) {
    return `downloading the release archive failed: ${describeCause(error)}`;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
    await dispatcher.close();
  }
}

/** Returns the SHA-256 of a file from a `sha256sum` listing; undefined if the listing does not contain it. */
export function findChecksum(listing: string, fileName: string): string | undefined {
  for (const line of listing.split("\n")) {
    const match = /^([0-9a-f]{64})\s[\s*]?(\S.*)$/i.exec(line.trim());
    const [, checksum, path] = match ?? [];
    if (checksum !== undefined && path !== undefined && basename(path) === fileName)
      return checksum.toLowerCase();
  }
  return undefined;
}

interface Download {
  readonly file: string;
  readonly checksums: string;
  readonly scratch: string;
  readonly cache: string;
}

async function unpackVerified(
  recipe: ToolRecipe,
  archive: ArchiveRecipe,
  { file, checksums, scratch, cache }: Download,
): Promise<Tool | string> {
  if (archive.checksumSubject === "archive") await verify(file, checksums);
  const unpacked = ensureFolder(join(scratch, "unpacked"));
  const tar = await runCommand("tar", ["-xzf", file, "-C", unpacked, "--strip-components=1"]);
  if (tar.exitCode !== 0) return `unpacking the release archive failed: ${lastLine(tar.output)}`;
  const sources = recipe.programNames.map((program) => join(unpacked, program));
  if (archive.checksumSubject === "programs") for (const source of sources) await verify(source, checksums);
  const target = cachedToolFolder(recipe, cache, archive.version, "release archive");
  const sha256 = Object.fromEntries(
    await Promise.all([file, ...sources].map(async (path) => [basename(path), await sha256Of(path)])),
  );
  await addToCache(
    target,
    async (folder) => {
      for (const source of sources) copyFileSync(source, join(folder, basename(source)));
    },
    { origin: archive.archiveUrl, checksums: archive.checksumUrl, sha256 },
  );
  return (
    (await findToolInFolder(recipe, target, "release archive")) ??
    "the program in the archive does not run here"
  );
}

async function verify(file: string, checksums: string): Promise<void> {
  const expected = findChecksum(checksums, basename(file));
  if (expected === undefined) throw new Error(`the checksum file does not list ${basename(file)}`);
  const actual = await sha256Of(file);
  if (actual !== expected) {
    throw new Error(`SHA-256 of ${basename(file)} is ${actual}, but the release lists ${expected}`);
  }
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

async function readText(url: string, dispatcher: EnvHttpProxyAgent): Promise<string> {
  const response = await fetch(url, { dispatcher });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.text();
}

async function download(url: string, file: string, dispatcher: EnvHttpProxyAgent): Promise<void> {
  const response = await fetch(url, { dispatcher });
  if (!response.ok || response.body === null) throw new Error(`${url} answered ${response.status}`);
  await pipeline(Readable.fromWeb(response.body), createWriteStream(file));
}

// fetch reports the useful part ("getaddrinfo ENOTFOUND …") in the cause.
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
