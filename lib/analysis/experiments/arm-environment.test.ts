import { describe, expect, test } from "vitest";
import { removeUnreportedFactor, listEventPaths } from "./arm-environment";

const event = (path: string, fromValue: string | null, toValue: string | null) => ({
  path,
  fromValue,
  toValue,
});
const start = { driver: { value: "550", origin: "file" } } as const;

describe("configuration events within a window", () => {
  test.each([
    ["a new value", [event("driver", "550", "570")]],
    ["a value that was unknown", [event("driver", null, "570")]],
    ["a value that is changed back", [event("driver", "550", "570"), event("driver", "570", "550")]],
    ["a value that is removed", [event("driver", "550", null)]],
  ])("are changes of their path: %s", (_name, events) => {
    expect(listEventPaths(events, start)).toEqual(["driver"]);
  });

  test("are changes if no value was known at the start", () => {
    expect(listEventPaths([event("engine.version", null, "2")], {})).toEqual(["engine.version"]);
  });

  test("that state the value in force are no changes", () => {
    expect(listEventPaths([event("driver", null, "550"), event("driver", null, "550")], start)).toEqual([]);
    expect(listEventPaths([event("driver", "550", "550")], {})).toEqual([]);
  });
});

test("an arm of selected instances has the factor from their metrics only", () => {
  const cap = { value: "64", origin: "event" } as const;
  expect(removeUnreportedFactor({ ...start, cap }, "cap")).toEqual(start);
  const reported = { ...start, cap: { ...cap, origin: "info-metric" } } as const;
  expect(removeUnreportedFactor(reported, "cap")).toEqual(reported);
});
