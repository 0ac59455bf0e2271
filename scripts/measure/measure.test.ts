/** Tests of the measuring program with Python but without torch, which neither the product nor its tests need. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run } from "@/cli/run";

const folder = fileURLToPath(new URL(".", import.meta.url));
const fixtures = path.join(folder, "../../lib/analysis/roofline/measured/fixtures");

/** Isolated from installed packages, and without writing compiled files. */
const alone = ["-I", "-S", "-B"];

/** Empty without Python 3.9. Then only the stored files are tested, not the program's output. */
const pythons = ["python3"].filter((name) => {
  const ended = spawnSync(name, [...alone, "-c", "import sys; sys.exit(sys.version_info < (3, 9))"]);
  return ended.status === 0;
});

test.each(pythons)("%s: its unit tests pass", (python) => {
  const ended = spawnSync(python, [...alone, "-m", "unittest", "discover", "-s", folder, "-p", "*_test.py"], {
    encoding: "utf8",
  });
  expect(ended.status, ended.stderr).toBe(0);
  expect(ended.stderr).toMatch(/^Ran \d\d tests/m);
});

test.each(pythons.flatMap((python) => ["pretend", "pretend-slow-cache"].map((device) => [python, device])))(
  "%s: writes the stored file of %s",
  (python, device) => {
    const outFolder = mkdtempSync(path.join(tmpdir(), "measured-"));
    try {
      const out = path.join(outFolder, "run.json");
      const sizes = [
        "--quick",
        "--samples",
        "5",
        "--batches",
        "1,4,16,32,64,128",
        "--prefill-batches",
        "1,4",
      ];
      execFileSync(python, [...alone, folder, "--device", device, ...sizes, "--out", out], { stdio: "pipe" });
      expect(withoutSoftwareAndTime(out)).toEqual(
        withoutSoftwareAndTime(path.join(fixtures, `${device}.json`)),
      );
    } finally {
      rmSync(outFolder, { recursive: true });
    }
  },
);

function withoutSoftwareAndTime(file: string): object {
  const {
    measuredAt: _,
    software: __,
    ...rest
  } = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  return rest;
}

test("the program named in its last line reads its file", async () => {
  const { exitCode, output } = await run(["measured", path.join(fixtures, "pretend.json")], {});
  expect(exitCode).toBe(0);
  expect(output).toMatch(/^SYNTHETIC DATA: /);
});
