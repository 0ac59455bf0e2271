import { expect, test } from "vitest";
import { drawnSpan, drawnTrace } from "@/tests/support/traces/drawn-trace";
import { createAttributeNameCollector } from "./attribute-name-collector";

test("suggests nothing for an existing attribute, a computed length, or no attribute condition", () => {
  const trace = drawnTrace(
    [
      {
        ...drawnSpan({ id: "a1", at: [0, 10] }),
        attributes: { tenant_id: "a" },
        resource: { "host.id": "b" },
      },
    ],
    "1".padStart(32, "0"),
  );
  const near = (filters: Parameters<typeof createAttributeNameCollector>[0]): readonly string[] => {
    const noted = createAttributeNameCollector(filters);
    noted.observe([trace]);
    return noted.listNames();
  };
  expect(near({ attributeRange: { name: "tenant", above: 1 } })).toEqual(["tenant_id"]);
  expect(near({ attributeTexts: { id: "b" } })).toEqual(["host.id", "tenant_id"]);
  expect(near({ attributeTexts: { tenant_id: "none" } })).toEqual([]);
  expect(near({ attributeRange: { name: "prompt tokens", above: 1 } })).toEqual([]);
  expect(near({ hasErrorSpan: true })).toEqual([]);
});
