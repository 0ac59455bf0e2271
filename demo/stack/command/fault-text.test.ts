import { expect, test } from "vitest";
import { parseFaultList, formatActiveFaults, formatFaultList, formatFaultChange } from "./fault-text";

const list = parseFaultList({
  faults: [
    {
      id: "slow-tokenizer",
      effect: "The strength multiplies the CPU time of the tokenizer.",
      defaultStrength: 250,
      strengthRange: {},
    },
    {
      id: "batch-cap",
      effect: "At most this many sequences run at once.",
      defaultStrength: 8,
      strengthRange: {},
    },
  ],
  deployments: [
    { name: "chat-70b", active: [{ id: "batch-cap", strength: 4, sinceMs: 1 }] },
    { name: "code-32b", active: [] },
  ],
});

test("lists each deployment with its faults", () => {
  expect(formatActiveFaults(list).split("\n")).toEqual([
    "chat-70b                batch-cap, strength 4",
    "code-32b                no fault",
  ]);
});

test("a change is described with its effect and how to revert it", () => {
  expect(formatFaultChange(list, { deployment: "chat-70b", fault: "batch-cap", requestedState: "on" })).toBe(
    "batch-cap is on for chat-70b. Strength 4: At most this many sequences run at once.\n" +
      "To turn it off: npm run demo -- fault chat-70b batch-cap off",
  );
  expect(formatFaultChange(list, { deployment: "code-32b", fault: "batch-cap", requestedState: "off" })).toBe(
    "batch-cap is off for code-32b.",
  );
});

test("the list contains every fault with its effect, as text and not as JSON", () => {
  const text = formatFaultList(list);
  expect(text).toContain(
    "slow-tokenizer          The strength multiplies the CPU time of the tokenizer. Default strength: 250.",
  );
  expect(text).not.toMatch(/[{}"]/);
});

test("names the instance of a fault that is limited to one", () => {
  const alone = parseFaultList({
    faults: [{ id: "batch-cap", effect: "At most this many.", defaultStrength: 8 }],
    deployments: [
      { name: "chat-70b", active: [{ id: "batch-cap", strength: 4, sinceMs: 1, instance: "chat-70b-1" }] },
    ],
  });
  expect(formatActiveFaults(alone)).toMatch(/batch-cap, strength 4, only on chat-70b-1$/);
  expect(
    formatFaultChange(alone, { deployment: "chat-70b", fault: "batch-cap", requestedState: "on" }),
  ).toMatch(/^batch-cap is on for chat-70b-1 of chat-70b\. Strength 4:/);
});
