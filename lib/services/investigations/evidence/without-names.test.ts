import { expect, test } from "vitest";
import type { EvidenceData } from "@/lib/contracts/investigations/evidence-kinds/evidence-kinds";
import { writeWithoutNames } from "./without-names";

/** The parts of an answer that the test needs. */
const write = (data: object): unknown => JSON.parse(writeWithoutNames(data as EvidenceData));

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
