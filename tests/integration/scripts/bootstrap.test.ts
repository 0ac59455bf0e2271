import { spawn, type ChildProcess } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cloneFolder } from "@/demo/stack/folders";
import { isSameProcess, processIdentity } from "@/demo/stack/process/process-identity.mjs";
import { waitUntil } from "@/demo/stack/process/wait-until";

let clone = "";
let started: ChildProcess[] = [];

beforeEach(() => {
  clone = mkdtempSync(join(tmpdir(), "ridgepoint-clone-"));
  started = [];
  for (const path of ["scripts/bootstrap.mjs", "demo/stack/process", "demo/stack/postgres"])
    cpSync(join(cloneFolder, path), join(clone, path), { recursive: true });
  write("package.json", '{ "type": "module" }');
});

afterEach(() => {
  for (const child of started) child.kill("SIGKILL");
  rmSync(clone, { recursive: true });
});

function write(path: string, text: string): string {
  const file = join(clone, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** Creates the files that mark everything as installed, without real packages. */
function pretendInstalled(): void {
  write("package-lock.json", '{ "packages": {} }');
  write("node_modules/.package-lock.json", '{ "packages": {} }');
  write("node_modules/tsx/package.json", '{ "name": "tsx", "main": "loader.mjs" }');
  write("node_modules/tsx/loader.mjs", "");
}

function begin(command: string, npmScript = "", args: readonly string[] = []) {
  const child = spawn(process.execPath, [join(clone, "scripts/bootstrap.mjs"), command, ...args], {
    env: { NODE_ENV: "test", PATH: process.env["PATH"], npm_execpath: npmScript },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const ended = new Promise<{ readonly code: number | null; readonly output: string }>((resolve) => {
    child.once("close", (code) => resolve({ code, output }));
  });
  return { child, ended };
}

const pidFile = (): string => join(clone, "pid");

/** Returns a program that records its process id and runs `onEnd` on SIGTERM. */
function patient(onEnd: string): string {
  return `import { writeFileSync } from "node:fs";
process.once("SIGTERM", () => { ${onEnd} });
setInterval(() => undefined, 1_000);
writeFileSync(${JSON.stringify(pidFile())}, String(process.pid));
`;
}

async function pidOnceThere(): Promise<number> {
  const isThere = () => Promise.resolve(existsSync(pidFile()) && readFileSync(pidFile(), "utf8") !== "");
  await waitUntil({
    condition: "the program to begin",
    isMet: isThere,
    timeoutMs: 50_000,
    fix: "see the lines above",
  });
  return Number(readFileSync(pidFile(), "utf8"));
}

test("a command runs in the clone and receives the folder where it was called", async () => {
  pretendInstalled();
  write("scripts/where.ts", "console.log(process.cwd(), process.env.RIDGEPOINT_CALLED_FROM);");
  const { code, output } = await begin("where").ended;
  expect({ code, output: output.trim() }).toEqual({
    code: 0,
    output: `${realpathSync(clone)} ${process.cwd()}`,
  });
});

test.each([["status"], ["fault", "assist-8b", "slow-tokenizer"], ["add", "dynamo"]])(
  "a command to a demo fails at once in a fresh clone, and nothing is installed: %s",
  async (...args) => {
    write("package-lock.json", '{ "packages": { "": {}, "node_modules/tsx": { "version": "1.0.0" } } }');
    write("scripts/demo.ts", "");
    const npm = write("npm-cli.js", 'console.log("npm was called");');
    const { code, output } = await begin("demo", npm, args).ended;
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^error: no demo is running here: .*\nfix: start it with npm run demo, /,
      ) as string,
    });
    expect(existsSync(join(clone, "node_modules"))).toBe(false);
  },
);

test("a command to a demo runs when packages are installed; a list is printed after installation", async () => {
  pretendInstalled();
  write("scripts/demo.ts", "console.log(process.argv.slice(2).join(' '));");
  const listed = await begin("demo", "", ["fault"]).ended;
  const status = await begin("demo", "", ["status"]).ended;
  expect([listed, status]).toEqual([
    { code: 0, output: "fault\n" },
    { code: 0, output: "status\n" },
  ]);
});

test("a command receives a stop signal, cleans up, and its exit code is returned", async () => {
  pretendInstalled();
  write("scripts/hold.ts", patient("process.exitCode = 42; setTimeout(() => process.exit(), 50);"));
  const { child, ended } = begin("hold");
  await pidOnceThere();
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ code: 42 });
});

test("a killed parent counts as one stop request", async () => {
  pretendInstalled();
  const heard = join(clone, "heard");
  const note = `process.on("SIGTERM", () => appendFileSync(${JSON.stringify(heard)}, "x"));`;
  write(
    "scripts/hold.ts",
    `import { appendFileSync } from "node:fs";\n${patient("setTimeout(() => process.exit(), 2_500);")}${note}`,
  );
  const parent = write(
    "parent.mjs",
    `import { spawn } from "node:child_process";
spawn(process.execPath, [${JSON.stringify(join(clone, "scripts/bootstrap.mjs"))}, "hold"], { stdio: "ignore" });
setInterval(() => undefined, 1_000);`,
  );
  const child = spawn(process.execPath, [parent], {
    env: { NODE_ENV: "test", PATH: process.env["PATH"], npm_lifecycle_event: "hold" },
    stdio: "ignore",
  });
  started.push(child);
  const pid = await pidOnceThere();
  const identity = processIdentity(pid);
  child.kill("SIGKILL");
  await waitUntil({
    condition: "the command to end",
    isMet: () => Promise.resolve(!isSameProcess(pid, identity)),
    timeoutMs: 50_000,
    fix: "see the lines above",
  });
  expect(readFileSync(heard, "utf8")).toBe("x");
});

test("an interrupted installation leaves no processes", async () => {
  write("package-lock.json", '{ "packages": { "": {}, "node_modules/a": { "version": "1.0.0" } } }');
  write("scripts/hold.ts", "");
  const { child, ended } = begin("hold", write("npm-cli.js", patient("process.exit(1);")));
  const pid = await pidOnceThere();
  const identity = processIdentity(pid);
  child.kill("SIGTERM");
  const { code, output } = await ended;
  expect({ code, isLeft: isSameProcess(pid, identity) }).toEqual({ code: 143, isLeft: false });
  expect(output).not.toMatch(/error|at .*\.mjs/);
});

test("a clone without write access causes one line with the fix", async () => {
  pretendInstalled();
  write("scripts/hold.ts", "");
  write(".ridgepoint", "a file where a folder belongs");
  const { code, output } = await begin("hold").ended;
  expect(code).toBe(1);
  expect(output).toMatch(
    /^error: .*\.ridgepoint.* cannot be written \((?:EEXIST|ENOTDIR)\)\. fix: give this user write access to .*\n$/,
  );
});
