import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rooflineDocument } from "@/lib/contracts/roofline-tables";
import { run } from "./run";

const fixtures = fileURLToPath(new URL("../lib/analysis/roofline/measured/fixtures/", import.meta.url));
const fixture = path.join(fixtures, "pretend.json");
const slowCache = path.join(fixtures, "pretend-slow-cache.json");

let place = "";
beforeAll(() => {
  place = mkdtempSync(path.join(tmpdir(), "measured-"));
});
afterAll(() => {
  rmSync(place, { recursive: true });
});

type Fields = Record<string, unknown>;

/** The stored file with changes, as a file of its own. */
function written(name: string, change: (run: Fields) => Fields): string {
  const file = path.join(place, name);
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

test("what a made-up file shows, and first of all that it is made up", async () => {
  const { exitCode, output, errorOutput } = await run(["measured", fixture], {});
  expect({ exitCode, complaint: errorOutput }).toEqual({ exitCode: 0, complaint: "" });
  const lines = output.split("\n");
  expect(lines[0]).toMatch(/^MADE UP: .+ no device was measured$/);
  expect(lines[1]).toMatch(/^pretended accelerator, 20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC, seed 7$/);
  expect(lines[2]).toBe("Decoder: 16 layers, hidden 2,048, 32 heads on 8, feed-forward 8,192, bf16");
  expect(output).toMatch(/^PRODUCT +TFLOP\/s +BEST AT +SPREAD % +n$/m);
  expect(output).toMatch(/^bf16 +68\d +8192 × 8192 × 8192 +[\d.]+ +5$/m);
  expect(output).toMatch(/^Left out, 3 cases: the simulated device does not support fp8$/m);
  expect(output).toMatch(
    /^decode +graph +128 +4,096 +7\.\d+ +7\.\d+ +1\.0\d +[\d.]+ +[\d.]+ +memory +memory +as expected$/m,
  );
  expect(output).toMatch(/^Decode, graph, context 4,096: .+ agrees$/m);
  expect(output).toMatch(/^Decode, eager, context 128: no line .+; 6 steps of launches left out$/m);
  expect(lines.at(-1)).toMatch(
    /^Of 44 steps: \d+ as expected, \d+ close\. Measured over the model's time: 1\.00/,
  );
});

test("a file that disagrees with the model is answered with where it does", async () => {
  const { exitCode, output } = await run(["measured", slowCache], {});
  expect(exitCode).toBe(0);
  expect(output).toMatch(/^Decode, graph, context 4,096: .+ slope 3\.0\d of it.+: steeper than the model$/m);
  expect(output).toMatch(/ slower than its work$/m);
});

test("a device of the table is told with shares of its printed peaks", async () => {
  const { output } = await run(["measured", written("h100.json", onDevice("NVIDIA H100 80GB HBM3"))], {});
  expect(output).not.toMatch(/MADE UP/);
  expect(output).toMatch(/, torch 2\.9\.0, driver 580\.65, seed 7$/m);
  expect(output).toMatch(/^Taken as H100 80 GB SXM5: shares are of its printed peaks\.$/m);
  expect(output).toMatch(/^bf16 +68\d +69\.\d +8192/m);
  expect(output).toMatch(/^triad +2,\d{3} +80\.\d /m);
});

test("a device whose peaks it exceeds is another one: rates are told, steps are not judged", async () => {
  const small = (run: Fields): Fields => {
    const named = onDevice("NVIDIA L4")(run);
    return { ...named, device: { ...(named["device"] as Fields), memoryBytes: 24e9 } };
  };
  const { exitCode, output } = await run(["measured", written("l4.json", small)], {});
  expect(exitCode).toBe(0);
  expect(output).toMatch(/^bf16 +68\d/m);
  expect(output).toMatch(
    /^Its steps cannot be judged: its products of \w+ are faster than the peak of L4\.$/m,
  );
});

test.each([
  ["NVIDIA L4", /^The device of this name in the table of accelerators has another memory: shares are of/m],
  ["Nobody's GPU", /^The table of accelerators has no device of this name: /m],
  ["NVIDIA H100 80GB HBM3 MIG 1g.10gb", /^A slice of a device, whose peaks nobody prints: /m],
])("%s has no row, and why not is told", async (name, why) => {
  const { output } = await run(["measured", written("other.json", onDevice(name))], {});
  expect(output).toMatch(why);
});

test("for programs it is the study with its provenance", async () => {
  const { output } = await run(["measured", fixture, "--json"], {});
  expect(JSON.parse(output)).toMatchObject({
    origin: { kind: "made-up" },
    program: { seed: 7 },
    rates: { products: [{ precision: "fp32" }, {}, {}, {}] },
    steps: { kind: "judged", counts: { otherwise: 0 } },
  });
});

test("as an accelerator it is a row that the import of the roofline's tables takes", async () => {
  const file = written("import.json", onDevice("NVIDIA H100 80GB HBM3"));
  const { exitCode, output } = await run(["measured", file, "--accelerator"], {});
  expect(exitCode).toBe(0);
  const { accelerators } = rooflineDocument.parse(JSON.parse(output));
  const row = accelerators[0]?.accelerator;
  expect(row?.id).toMatch(/^h100-sxm-measured-20\d\d-\d\d-\d\d$/);
  // The vendor's peaks stay; beside them stands what was measured, with where from.
  expect(row?.bandwidthBytesPerSecond).toBe(3350e9);
  expect((row?.measured?.bandwidthBytesPerSecond ?? 0) / 2.7e12).toBeCloseTo(1, 1);
  expect(row?.measured?.source).toMatch(
    /^measured .+ on NVIDIA H100 80GB HBM3, torch 2\.9\.0, driver 580\.65/,
  );
  expect(row?.deviceNames).toEqual([]);
});

test.each([
  [fixture, /gives no accelerator: its numbers are made up: .+\nfix: /],
  ["Nobody's GPU", /gives no accelerator: Nobody's GPU is no one row of the table of accelerators\nfix: /],
])("%s gives no accelerator", async (name, why) => {
  const file = name === fixture ? fixture : written("none.json", onDevice(name));
  const { exitCode, output, errorOutput } = await run(["measured", file, "--accelerator"], {});
  expect({ exitCode, output }).toEqual({ exitCode: 1, output: "" });
  expect(errorOutput).toMatch(why);
});

test("rates that vary are told as no ceilings, and give no accelerator", async () => {
  const shaken = (run: Fields): Fields => {
    const named = onDevice("NVIDIA H100 80GB HBM3")(run);
    const { cases, ...rest } = named["bandwidth"] as { readonly cases: readonly Fields[] };
    const bandwidth = {
      ...rest,
      cases: cases.map((one) => {
        const seconds = one["seconds"] as { readonly median: number };
        return {
          ...one,
          seconds: { ...seconds, upperQuartile: 1.2 * seconds.median, most: 2 * seconds.median },
        };
      }),
    };
    return { ...named, bandwidth };
  };
  const file = written("shaken.json", shaken);
  expect((await run(["measured", file], {})).output).toMatch(/^3 of these rates vary by more than a tenth/m);
  expect((await run(["measured", fixture], {})).output).not.toMatch(/vary/);
  const row = await run(["measured", file, "--accelerator"], {});
  expect(row.exitCode).toBe(1);
  expect(row.errorOutput).toMatch(/vary by more than a tenth, so they are no ceilings: measure again/);
});

test("names from outside do not steer the terminal", async () => {
  const { output } = await run(["measured", written("escape.json", onDevice("H\u001b[31m100"))], {});
  expect(output).not.toContain("\u001b");
  expect(output).toMatch(/^H�\[31m100, /m);
  const strange = written("strange.json", (all) => ({ ...all, "\u009b2J": 1 }));
  expect((await run(["measured", strange], {})).errorOutput).toMatch(/�2J/);
});

test.each([
  [[], /the file is missing/],
  [["a.json", "b.json"], /“b\.json” is more than is taken/],
  [["a.json", "--loud"], /--loud/],
  [["a.json", "--json", "--accelerator"], /--json and --accelerator are two answers/],
])("%j is wrong usage", async (args, why) => {
  const { exitCode, output, errorOutput } = await run(["measured", ...args], {});
  expect({ exitCode, output }).toEqual({ exitCode: 64, output: "" });
  expect(errorOutput).toMatch(why);
  expect(errorOutput).toMatch(/usage: npx ridgepoint measured <file>/);
});

test("what cannot be read or used is told with why and what to do", async () => {
  const none = await run(["measured", path.join(place, "absent.json")], {});
  expect(none).toMatchObject({
    exitCode: 1,
    complaint: expect.stringMatching(/ENOENT[^]+fix: name a file/) as string,
  });
  const later = await run(["measured", written("later.json", (all) => ({ ...all, version: 2 }))], {});
  expect(later.exitCode).toBe(1);
  expect(later.errorOutput).toMatch(
    /is of version 2, a later one: this release reads version 1\nfix: measure again/,
  );
});

test("a file is named from where the person types", async () => {
  const { exitCode, output } = await run(["measured", "pretend.json"], { RIDGEPOINT_CALLED_FROM: fixtures });
  expect({ exitCode, head: output.slice(0, 8) }).toEqual({ exitCode: 0, head: "MADE UP:" });
  expect((await run(["measured", "pretend.json"], { RIDGEPOINT_CALLED_FROM: place })).exitCode).toBe(1);
});

test("help tells both commands, or the one asked about", async () => {
  const both = await run(["--help"], {});
  expect(both.output).toMatch(/ridgepoint traces <service>[^]+ridgepoint measured <file>/);
  const one = await run(["measured", "--help"], {});
  expect(one.output).toMatch(/^usage: npx ridgepoint measured <file>/);
  expect(one.exitCode).toBe(0);
});
