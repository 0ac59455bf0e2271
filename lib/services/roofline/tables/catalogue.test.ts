import { expect, test } from "vitest";
import { buildCatalogue, listSuggestedAccelerators } from "./catalogue";
import { findAccelerator } from "@/lib/analysis/roofline/accelerators/all-accelerators";

test("a retired row stays valid for existing choices and is not suggested", () => {
  const accelerator = {
    ...findAccelerator("h100-sxm")!,
    id: "lab-card",
    sources: ["lab"],
    deviceNames: ["*"],
  };
  const row = (isRetired: boolean) => ({
    id: "lab-card",
    version: 2,
    isRetired,
    author: "op",
    atMs: 5,
    document: { kind: "accelerator" as const, version: 1 as const, accelerator },
  });
  const ids = (isRetired: boolean) => {
    const catalogue = buildCatalogue({ accelerators: [row(isRetired)], models: [] });
    expect(catalogue.accelerators.map(({ id }) => id)).toContain("lab-card");
    return listSuggestedAccelerators(catalogue).map(({ id }) => id);
  };
  expect(ids(false)).toContain("lab-card");
  expect(ids(true)).not.toContain("lab-card");
});
