import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rooflineDocument } from "@/lib/contracts/roofline/roofline-tables";
import { run } from "./run";

const fixtures = fileURLToPath(new URL("../lib/analysis/roofline/measured/fixtures/", import.meta.url));
const fixture = path.join(fixtures, "pretend.json");
const slowCache = path.join(fixtures, "pretend-slow-cache.json");

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "measured-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

type Fields = Record<string, unknown>;

/** Writes a changed copy of the fixture and returns its path. */
function writeRun(name: string, change: (run: Fields) => Fields): string {
  const file = path.join(folder, name);
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(fixture, "utf8")) as Fields)));
  return file;
}

const onDevice =
  (name: string) =>
  (run: Fields): Fields => ({
    ...run,
    origin: { kind: "measured" },
    software: { python: "3.12.1", torch: "2.9.0", runtime: "12.8" },
    device: { ...(run["device"] as Fields), kind: "cuda", name, driver: "580.65" },
  });

test("prints a synthetic run and marks it as synthetic in the first line", async () => {
  const { exitCode, output, errorOutput } = await run(["measured", fixture], {});
  expect({ exitCode, errorOutput }).toEqual({ exitCode: 0, errorOutput: "" });
  const lines = output.split("\n");
  expect(lines[0]).toMatch(/^SYNTHETIC DATA: .+ no device was measured$/);
  expect(lines[1]).toMatch(/^pretended accelerator, 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC, seed 7$/);
  expect(lines[2]).toBe(
    "Decoder: 16 layers, hidden size 2,048, 32 attention heads, 8 KV heads, feed-forward size 8,192, bf16",
  );
  expect(output).toMatch(/^PRODUCT +TFLOP\/s +BEST SHAPE +SPREAD % +n$/m);
  expect(output).toMatch(/^bf16 +68\d +8192 × 8192 × 8192 +[\d.]+ +5$/m);
  expect(output).toMatch(/^Excluded 3 cases: the simulated device does not support fp8$/m);
  expect(output).toMatch(
    /^decode +graph +128 +4,096 +7\.\d+ +7\.\d+ +1\.0\d +[\d.]+ +[\d.]+ +memory +memory +as expected$/m,
  );
  expect(output).toMatch(/^Decode, graph, context 4,096: .+ agrees with the expected line$/m);
  expect(output).toMatch(/^Decode, eager, context 128: no line .+, 6 launch-bound steps excluded$/m);
  expect(lines.at(-1)).toMatch(
    /^Verdicts of 44 steps: \d+ as expected, \d+ close\. Measured time divided by expected time: median 1\.00/,
  );
});

test("shows where a run disagrees with the model", async () => {
  const { exitCode, output } = await run(["measured", slowCache], {});
  expect(exitCode).toBe(0);
  expect(output).toMatch(
    /^Decode, graph, context 4,096: .+ slope ratio 3\.0\d .+: steeper than the expected line$/m,
  );
  expect(output).toMatch(/ slower than the roofline predicts$/m);
});

test("shows percentages of the published peaks for a known device", async () => {
  const { output } = await run(["measured", writeRun("h100.json", onDevice("NVIDIA H100 80GB HBM3"))], {});
  expect(output).not.toMatch(/SYNTHETIC/);
  expect(output).toMatch(/, torch 2\.9\.0, driver 580\.65, seed 7$/m);
  expect(output).toMatch(/^Accelerator: H100 80 GB SXM5\. Percentages refer to its published peaks\.$/m);
  expect(output).toMatch(/^bf16 +68\d +69\.\d +8192/m);
  expect(output).toMatch(/^triad +2,\d{3} +80\.\d /m);
});

test("shows rates but judges no steps for a device that exceeds the peaks of its name", async () => {
  const small = (run: Fields): Fields => {
    const named = onDevice("NVIDIA L4")(run);
    return { ...named, device: { ...(named["device"] as Fields), memoryBytes: 24e9 } };
  };
  const { exitCode, output } = await run(["measured", writeRun("l4.json", small)], {});
  expect(exitCode).toBe(0);
  expect(output).toMatch(/^bf16 +68\d/m);
  expect(output).toMatch(
    /^The steps cannot be judged: its products of \w+ are faster than the peak of L4\.$/m,
  );
});

test.each([
  [
    "NVIDIA L4",
    /^The accelerator table lists this device with a different memory size\. MBU and MFU are relative to/m,
  ],
  ["Nobody's GPU", /^The accelerator table has no device with this name\. /m],
  [
    "NVIDIA H100 80GB HBM3 MIG 1g.10gb",
    /^The device is a partition, for which no peak rates are published\. /m,
  ],
])("explains why %s matches no accelerator", async (name, why) => {
  const { output } = await run(["measured", writeRun("other.json", onDevice(name))], {});
  expect(output).toMatch(why);
});

test("prints the analysis and its provenance as JSON", async () => {
  const { output } = await run(["measured", fixture, "--json"], {});
  expect(JSON.parse(output)).toMatchObject({
    origin: { kind: "made-up" },
    program: { seed: 7 },
    rates: { products: [{ precision: "fp32" }, {}, {}, {}] },
    steps: { kind: "judged", countByVerdict: { different: 0 } },
  });
});

test("prints an accelerator that the roofline import accepts", async () => {
  const file = writeRun("import.json", onDevice("NVIDIA H100 80GB HBM3"));
  const { exitCode, output } = await run(["measured", file, "--accelerator"], {});
  expect(exitCode).toBe(0);
  const { accelerators } = rooflineDocument.parse(JSON.parse(output));
  const row = accelerators[0]?.accelerator;
  expect(row?.id).toMatch(/^h100-sxm-measured-20\d\d-\d\d-\d\d$/);
  // The vendor's peaks stay, and the measured rates are stored next to them with their source.
  expect(row?.bandwidthBytesPerSecond).toBe(3350e9);
  expect((row?.measured?.bandwidthBytesPerSecond ?? 0) / 2.7e12).toBeCloseTo(1, 1);
  expect(row?.measured?.source).toMatch(
    /^measured .+ on NVIDIA H100 80GB HBM3, torch 2\.9\.0, driver 580\.65/,
  );
  expect(row?.deviceNames).toEqual([]);
});

test.each([
  [fixture, /cannot derive an accelerator from .+: its numbers are made up: .+\nfix: /],
  [
    "Nobody's GPU",
    /cannot derive an accelerator from .+: Nobody's GPU does not match exactly one row of the accelerator table\nfix: /,
  ],
])("refuses to derive an accelerator from %s", async (name, why) => {
  const file = name === fixture ? fixture : writeRun("none.json", onDevice(name));
  const { exitCode, output, errorOutput } = await run(["measured", file, "--accelerator"], {});
  expect({ exitCode, output }).toEqual({ exitCode: 1, output: "" });
  expect(errorOutput).toMatch(why);
});

test("reports unstable rates and refuses to derive an accelerator from them", async () => {
  const shaken = (run: Fields): Fields => {
    const named = onDevice("NVIDIA H100 80GB HBM3")(run);
    const { cases, ...rest } = named["bandwidth"] as { readonly cases: readonly Fields[] };
    const bandwidth = {
      ...rest,
      cases: cases.map((one) => {
        const seconds = one["seconds"] as { readonly median: number };
        return {
          ...one,
          seconds: { ...seconds, upperQuartile: 1.2 * seconds.median, max: 2 * seconds.median },
        };
      }),
    };
    return { ...named, bandwidth };
  };
  const file = writeRun("shaken.json", shaken);
  expect((await run(["measured", file], {})).output).toMatch(/^3 of these rates vary by more than 10 %/m);
  expect((await run(["measured", fixture], {})).output).not.toMatch(/vary/);
  const row = await run(["measured", file, "--accelerator"], {});
  expect(row.exitCode).toBe(1);
  expect(row.errorOutput).toMatch(/vary by more than a tenth, so they are not ceilings: measure again/);
});

test("removes terminal control characters from external names", async () => {
  const { output } = await run(["measured", writeRun("escape.json", onDevice("H\u001b[31m100"))], {});
  expect(output).not.toContain("\u001b");
  expect(output).toMatch(/^H�\[31m100, /m);
  const strange = writeRun("strange.json", (document) => ({ ...document, "\u009b2J": 1 }));
  expect((await run(["measured", strange], {})).errorOutput).toMatch(/�2J/);
});

test.each([
  [[], /the file is missing/],
  [["a.json", "b.json"], /unexpected argument “b\.json”/],
  [["a.json", "--loud"], /--loud/],
  [["a.json", "--json", "--accelerator"], /--json and --accelerator cannot be combined/],
])("reports %j as wrong usage", async (args, why) => {
  const { exitCode, output, errorOutput } = await run(["measured", ...args], {});
  expect({ exitCode, output }).toEqual({ exitCode: 64, output: "" });
  expect(errorOutput).toMatch(why);
  expect(errorOutput).toMatch(/usage: npx ridgepoint measured <file>/);
});

test("reports why a file cannot be read or used, and what to do", async () => {
  const missing = await run(["measured", path.join(folder, "absent.json")], {});
  expect(missing).toMatchObject({
    exitCode: 1,
    errorOutput: expect.stringMatching(/ENOENT[^]+fix: pass a file/) as string,
  });
  const later = await run(
    ["measured", writeRun("later.json", (document) => ({ ...document, version: 2 }))],
    {},
  );
  expect(later.exitCode).toBe(1);
  expect(later.errorOutput).toMatch(
    /has version 2, which is newer \(this release reads version 1\)\nfix: measure again/,
  );
});

test("resolves a relative file name against the caller's folder", async () => {
  const { exitCode, output } = await run(["measured", "pretend.json"], { RIDGEPOINT_CALLED_FROM: fixtures });
  expect({ exitCode, head: output.slice(0, 9) }).toEqual({ exitCode: 0, head: "SYNTHETIC" });
  expect((await run(["measured", "pretend.json"], { RIDGEPOINT_CALLED_FROM: folder })).exitCode).toBe(1);
});

test("prints the usage of both commands, or of the named command", async () => {
  const general = await run(["--help"], {});
  expect(general.output).toMatch(/ridgepoint traces <service>[^]+ridgepoint measured <file>/);
  const one = await run(["measured", "--help"], {});
  expect(one.output).toMatch(/^usage: npx ridgepoint measured <file>/);
  expect(one.exitCode).toBe(0);
});
