import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { silentLog } from "../log";
import { unpackDebianPackage } from "./debian-package";
import type { ToolRecipe } from "./tool";

const folder = mkdtempSync(join(tmpdir(), "ridgepoint-package-"));

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Programs that replace those of Debian: the package contains one program, which prints its version. */
function stubDebian(): void {
  const programs = join(folder, "bin");
  mkdirSync(programs, { recursive: true });
  const write = (name: string, script: string): void => {
    writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(programs, name), 0o755);
  };
  write("apt-get", `if [ "$1" = download ]; then echo package > "$2.deb"; fi`);
  write(
    "dpkg-deb",
    `if [ "$1" = -x ]; then mkdir -p "$3/usr/bin" && printf '#!/bin/sh\\necho 1.2.3\\n' > "$3/usr/bin/sample" && chmod 755 "$3/usr/bin/sample"; fi`,
  );
  vi.stubEnv("PATH", `${programs}:${process.env["PATH"] ?? ""}`);
}

test("does not replace programs of the same version, which other processes may be starting", async () => {
  stubDebian();
  const recipe = {
    name: "sample",
    programNames: ["sample"],
    versionArguments: [],
    parseVersion: (output: string) => output.trim(),
    minimumVersion: "1.0.0",
    debianPackage: "sample",
  } as unknown as ToolRecipe;
  const cache = join(folder, "cache");
  const first = await unpackDebianPackage(recipe, cache, silentLog);
  if (typeof first === "string") throw new Error(first);
  expect(first).toMatchObject({ version: "1.2.3", origin: "Debian package" });
  const program = first.programPaths["sample"] ?? "";
  const { ino } = statSync(program);
  expect(await unpackDebianPackage(recipe, cache, silentLog)).toEqual(first);
  expect(statSync(program).ino).toBe(ino);
});
