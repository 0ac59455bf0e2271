import { expect, test } from "vitest";
import { kioskNotices, kioskParsers, toRotation, findInvalidInterval } from "./kiosk-state";

test("keeps the order and repetitions of pages in the link", () => {
  expect(toRotation(["signals", "overview", "signals"])).toEqual({
    pages: ["signals", "overview", "signals"],
    unknownPages: [],
  });
});

test("reports and skips unknown page names, and uses the default pages without a valid name", () => {
  expect(toRotation(["signals", "nonsense"])).toEqual({ pages: ["signals"], unknownPages: ["nonsense"] });
  expect(toRotation(["nonsense"])).toEqual({ pages: ["overview", "signals"], unknownPages: ["nonsense"] });
  expect(toRotation([]).pages).toEqual(["overview", "signals"]);
});

test("accepts turns between two seconds and one hour, otherwise uses the default", () => {
  const { every } = kioskParsers;
  expect(["2", "60", "3600"].map((text) => every.parse(text))).toEqual([2, 60, 3_600]);
  expect(["0", "1", "-5", "3601", "1e9", "soon", ""].map((text) => every.parse(text))).toEqual(
    Array.from({ length: 7 }, () => null),
  );
});

test("returns an invalid turn so that it can be reported", () => {
  expect(["0", "3601", "soon"].map(findInvalidInterval)).toEqual(["0", "3601", "soon"]);
  expect([null, "2", "3600"].map(findInvalidInterval)).toEqual([null, null, null]);
});

test("accepts spaces and empty items in the page list, up to a maximum length", () => {
  const { pages } = kioskParsers;
  expect(pages.parse("overview, signals,,")).toEqual(["overview", "signals"]);
  expect(pages.parse(Array.from({ length: 500 }, () => "signals").join(","))).toHaveLength(20);
});

test("reports each invalid part of the link, and nothing for a valid link", () => {
  const fine = {
    unknownPages: [],
    rotationIntervalMs: 30_000,
    invalidInterval: null,
    invalidParameters: { names: [], reasons: [] },
  };
  expect(kioskNotices(fine)).toEqual([]);
  expect(kioskNotices({ ...fine, invalidParameters: { names: ["live"], reasons: [] } })).toEqual([
    "This link has invalid parameters, so defaults are used: live.",
  ]);
  const unusable = { names: ["from", "to"], reasons: ["The window is in the future"] };
  expect(
    kioskNotices({ ...fine, unknownPages: ["nonsense"], invalidInterval: "0", invalidParameters: unusable }),
  ).toEqual([
    "This link names unknown pages: nonsense.",
    'The interval "0" is invalid, so pages rotate every 30 s. Enter 2 to 3600 seconds.',
    "This link has invalid parameters, so defaults are used: from, to. The window is in the future.",
  ]);
});
