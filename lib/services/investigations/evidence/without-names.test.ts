import { expect, test } from "vitest";
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { parseWithoutNames, stringifyWithoutNames } from "./without-names";

/** The parts of an answer that the test needs. */
const write = (data: object): unknown => JSON.parse(stringifyWithoutNames(data as EvidenceData));

test("names no author of a gate run and no importer of a baseline", () => {
  const imported = { importedBy: "Ada Lovelace", atMs: 1, isHashVerified: true };
  expect(
    write({
      endpoint: "gate",
      run: { gate: { author: "Ada Lovelace" }, result: { warnings: [{ imported }] } },
    }),
  ).toEqual({
    endpoint: "gate",
    run: {
      gate: { author: "a person" },
      result: { warnings: [{ imported: { ...imported, importedBy: "a person" } }] },
    },
  });
  expect(write({ endpoint: "roofline", page: { author: "system" } })).toEqual({
    endpoint: "roofline",
    page: { author: "system" },
  });
});

test("changes no attribute of a trace", () => {
  const trace = { endpoint: "trace", trace: { attributes: { author: "model-gateway" } } };
  expect(write(trace)).toEqual(trace);
});

test("reads no name that an earlier release stored, neither as a field nor within a sentence", () => {
  const imported = { importedBy: "Ada Lovelace", atMs: 1, isHashVerified: null };
  const importedAt = "on Thu 1 Jan 1970, 00:00 UTC, not measured by this installation.";
  const id = "01a229f0-a8ee-7154-81f9-1e36128dda45";
  const stored = JSON.stringify({
    endpoint: "gate",
    run: {
      asOfMs: 1,
      gate: {
        id,
        state: "complete",
        verdict: "pass",
        sentence: "Pass.",
        deployment: { slug: "chat", title: "chat", isDeleted: false },
        baseline: { id, name: "Before", isDeleted: false },
        window: { startMs: 0, endMs: 1 },
        rules: ["ttft p95 +10%"],
        factor: null,
        isStrict: false,
        run: null,
        waitingUntilMs: null,
        author: "Ada Lovelace",
        createdAtMs: 1,
        evaluatedAtMs: 1,
      },
      result: {
        schemaVersion: 1,
        verdict: "pass",
        obstacles: [],
        warnings: [{ kind: "imported-baseline", imported }],
        rules: [],
      },
      texts: { obstacles: [], warnings: [`Imported by Ada Lovelace ${importedAt}`], rules: [] },
    },
  });
  expect(parseWithoutNames(stored)).toMatchObject({
    run: {
      gate: { author: "a person" },
      result: { warnings: [{ imported: { ...imported, importedBy: "a person" } }] },
      texts: { warnings: [`Imported ${importedAt}`] },
    },
  });
});
