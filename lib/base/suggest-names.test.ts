import { expect, test } from "vitest";
import { suggestNames } from "./suggest-names";

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
])("suggests names for %s", (requestedName, near) => {
  expect(suggestNames(requestedName, names)).toEqual(near);
});
