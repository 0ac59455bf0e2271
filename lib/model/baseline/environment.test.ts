import { expect, test } from "vitest";
import { environmentPathError, resolveEnvironment, type EnvironmentByOrigin } from "./environment";

const path = "engine.flags.max_num_seqs";
const none: EnvironmentByOrigin = {
  changes: [],
  file: {},
  infoMetrics: {},
  rooflineSetting: {},
  observed: {},
};
const change = (atMs: number, toValue: string | null) => ({ path, atMs, toValue });
const everySource: EnvironmentByOrigin = {
  changes: [change(20, "event"), change(10, "older")],
  file: { [path]: "file" },
  infoMetrics: { [path]: "info" },
  rooflineSetting: { [path]: "setting" },
  observed: { [path]: "observed" },
};

test("the newest event in force replaces the file, the info metric, the setting and the observation, in this order", () => {
  const valueOf = (sources: EnvironmentByOrigin) => resolveEnvironment(sources, 30)[path];
  expect(valueOf(everySource)).toEqual({ value: "event", origin: "event", atMs: 20 });
  expect(valueOf({ ...everySource, changes: [] })).toEqual({ value: "file", origin: "file" });
  expect(valueOf({ ...everySource, changes: [], file: {} })).toEqual({
    value: "info",
    origin: "info-metric",
  });
  expect(valueOf({ ...everySource, changes: [], file: {}, infoMetrics: {} })).toEqual({
    value: "setting",
    origin: "roofline-setting",
  });
  expect(valueOf({ ...none, observed: { [path]: "observed" } })).toEqual({
    value: "observed",
    origin: "observed",
  });
});

test("an event after the time is not in force yet", () => {
  expect(resolveEnvironment(everySource, 15)[path]).toEqual({ value: "older", origin: "event", atMs: 10 });
  expect(resolveEnvironment(everySource, 5)[path]).toEqual({ value: "file", origin: "file" });
});

test("an event that removed a value leaves the path to the other origins", () => {
  expect(resolveEnvironment({ ...everySource, changes: [change(20, null)] }, 30)[path]?.origin).toBe("file");
  expect(resolveEnvironment({ ...none, changes: [change(20, null)] }, 30)).toEqual({});
});

test("paths are words joined by dots", () => {
  expect(environmentPathError("gpu.clockMhz")).toBeNull();
  expect(environmentPathError("region")).toBeNull();
  expect(environmentPathError("")).toContain("Enter a path");
  for (const wrong of ["", ".a", "a..b", "a b", "a.", "1a"])
    expect(environmentPathError(wrong)).not.toBeNull();
});
