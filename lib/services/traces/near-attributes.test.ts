import { expect, test } from "vitest";
import { drawnSpan, drawnTrace } from "@/tests/support/drawn-trace";
import { nearAttributes, namesNear } from "./near-attributes";

const names = [
  "gen_ai.usage.prompt_tokens",
  "gen_ai.usage.completion_tokens",
  "gen_ai.request.max_tokens",
  "tenant_id",
];

test.each([
  ["prompt_tokens", ["gen_ai.usage.prompt_tokens"]],
  ["Prompt Tokens", ["gen_ai.usage.prompt_tokens"]],
  ["tokens", ["gen_ai.request.max_tokens", "gen_ai.usage.prompt_tokens", "gen_ai.usage.completion_tokens"]],
  ["tenat_id", ["tenant_id"]],
  ["gen_ai.usage.promt_tokens", ["gen_ai.usage.prompt_tokens"]],
  ["colour", []],
  ["…", []],
])("near %s", (asked, near) => {
  expect(namesNear(asked, names)).toEqual(near);
});

test("what a trace has, a length by its own name and no condition on an attribute have none near", () => {
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
  const near = (filters: Parameters<typeof nearAttributes>[0]): readonly string[] => {
    const noted = nearAttributes(filters);
    noted.note([trace]);
    return noted.names();
  };
  expect(near({ range: { name: "tenant", above: 1 } })).toEqual(["tenant_id"]);
  expect(near({ attributes: { id: "b" } })).toEqual(["host.id", "tenant_id"]);
  expect(near({ attributes: { tenant_id: "none" } })).toEqual([]);
  expect(near({ range: { name: "prompt tokens", above: 1 } })).toEqual([]);
  expect(near({ isError: true })).toEqual([]);
});
