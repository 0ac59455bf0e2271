import { expect, test } from "vitest";
import { parseFaultArguments } from "./fault-arguments";

const wish = (text: string) => parseFaultArguments(text === "" ? [] : text.split(" "), "usage");
const put = { deployment: "assist-8b", fault: "slow-tokenizer", requestedState: "on" };

test.each([
  ["", { deployment: "", fault: "", requestedState: "on" }],
  ["assist-8b slow-tokenizer", put],
  ["assist-8b slow-tokenizer off", { ...put, requestedState: "off" }],
  ["assist-8b slow-tokenizer on 500", { ...put, strength: 500 }],
  ["assist-8b slow-tokenizer on assist-8b-0", { ...put, instanceName: "assist-8b-0" }],
  ["assist-8b slow-tokenizer on 0.5 assist-8b-0", { ...put, strength: 0.5, instanceName: "assist-8b-0" }],
  ["assist-8b slow-tokenizer on assist-8b-0 0.5", { ...put, strength: 0.5, instanceName: "assist-8b-0" }],
])("%j", (text, expected) => {
  expect(wish(text)).toEqual(expected);
});

test.each([
  ["assist-8b", "the fault is missing"],
  ["assist-8b slow-tokenizer up", '"up" must be on or off'],
  ["assist-8b slow-tokenizer on 1 2", 'fault does not take "2"'],
  ["assist-8b slow-tokenizer on a-0 a-1", 'fault does not take "a-1"'],
  ["assist-8b slow-tokenizer off 500", 'fault ... off does not take "500"'],
])("%s is rejected", (text, message) => {
  expect(() => wish(text)).toThrow(message);
});
