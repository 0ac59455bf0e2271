import { expect, test } from "vitest";
import { kioskParsers, toRound } from "./kiosk-state";

test("pages come in the order of the link, each as often as it stands there", () => {
  expect(toRound(["signals", "overview", "signals"])).toEqual({
    pages: ["signals", "overview", "signals"],
    unknown: [],
  });
});

test("names that are no page are told and left out; without any page the usual ones turn", () => {
  expect(toRound(["signals", "nonsense"])).toEqual({ pages: ["signals"], unknown: ["nonsense"] });
  expect(toRound(["nonsense"])).toEqual({ pages: ["overview", "signals"], unknown: ["nonsense"] });
  expect(toRound([]).pages).toEqual(["overview", "signals"]);
});

test("a turn is between two seconds and an hour; anything else is the usual one", () => {
  const { every } = kioskParsers;
  expect(["2", "60", "3600"].map((text) => every.parse(text))).toEqual([2, 60, 3_600]);
  expect(["0", "1", "-5", "3601", "1e9", "soon", ""].map((text) => every.parse(text))).toEqual(
    Array.from({ length: 7 }, () => null),
  );
});

test("a list of pages may have spaces and empty parts, and has an end", () => {
  const { pages } = kioskParsers;
  expect(pages.parse("overview, signals,,")).toEqual(["overview", "signals"]);
  expect(pages.parse(Array.from({ length: 500 }, () => "signals").join(","))).toHaveLength(20);
});
