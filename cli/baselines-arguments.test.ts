import { expect, test } from "vitest";
import { parseBaselinesArguments } from "./baselines-arguments";

const capture = ["capture", "--deployment", "chat-70b", "--name", "Before 2.4"];
const parse = (args: readonly string[]) => parseBaselinesArguments(args, {});

test("a capture measures the last 6 h and is visible to everyone by default", () => {
  expect(parse(capture)).toMatchObject({
    action: { kind: "capture", deployment: "chat-70b", name: "Before 2.4", window: "6h", visibility: "open" },
  });
});

test("a capture may be visible to the team only", () => {
  expect(parse([...capture, "--visibility", "team"])).toMatchObject({ action: { visibility: "team" } });
  expect(parse([...capture, "--visibility", "mine"])).toBe("invalid visibility “mine”: pass open or team");
});

test.each(["6", "h", "6 h", "-1h"])("refuses the window %j", (window) => {
  expect(parse([...capture, `--window=${window}`])).toContain("invalid window");
});
