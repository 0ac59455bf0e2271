import { expect, test } from "vitest";
import { kioskNotices, kioskParsers, toRotation, invalidTurn } from "./kiosk-state";

test("pages come in the order of the link, each as often as it stands there", () => {
  expect(toRotation(["signals", "overview", "signals"])).toEqual({
    pages: ["signals", "overview", "signals"],
    unknown: [],
  });
});

test("names that are no page are told and left out; without any page the usual ones turn", () => {
  expect(toRotation(["signals", "nonsense"])).toEqual({ pages: ["signals"], unknown: ["nonsense"] });
  expect(toRotation(["nonsense"])).toEqual({ pages: ["overview", "signals"], unknown: ["nonsense"] });
  expect(toRotation([]).pages).toEqual(["overview", "signals"]);
});

test("a turn is between two seconds and an hour; anything else is the usual one", () => {
  const { every } = kioskParsers;
  expect(["2", "60", "3600"].map((text) => every.parse(text))).toEqual([2, 60, 3_600]);
  expect(["0", "1", "-5", "3601", "1e9", "soon", ""].map((text) => every.parse(text))).toEqual(
    Array.from({ length: 7 }, () => null),
  );
});

test("a turn that cannot be used is named, not only replaced", () => {
  expect(["0", "3601", "soon"].map(invalidTurn)).toEqual(["0", "3601", "soon"]);
  expect([null, "2", "3600"].map(invalidTurn)).toEqual([null, null, null]);
});

test("a list of pages may have spaces and empty parts, and has an end", () => {
  const { pages } = kioskParsers;
  expect(pages.parse("overview, signals,,")).toEqual(["overview", "signals"]);
  expect(pages.parse(Array.from({ length: 500 }, () => "signals").join(","))).toHaveLength(20);
});

test("what of the link was not understood is told part by part, and nothing of a link that was", () => {
  const fine = {
    unknown: [],
    turnMs: 30_000,
    invalidEvery: null,
    unusableParts: { names: [], reasons: [] },
  };
  expect(kioskNotices(fine)).toEqual([]);
  expect(kioskNotices({ ...fine, unusableParts: { names: ["live"], reasons: [] } })).toEqual([
    "This link has parts that cannot be used, so their defaults are shown: live.",
  ]);
  const unusable = { names: ["from", "to"], reasons: ["The window is in the future"] };
  expect(
    kioskNotices({ ...fine, unknown: ["nonsense"], invalidEvery: "0", unusableParts: unusable }),
  ).toEqual([
    "This link names pages that do not exist: nonsense.",
    'A page cannot turn every "0" seconds, so it turns every 30: 2 to 3600 can be asked for.',
    "This link has parts that cannot be used, so their defaults are shown: from, to. The window is in the future.",
  ]);
});
