import { expect, test } from "vitest";
import { findTopBarScope } from "./top-bar-scope";

test("offers deployment and window only where the page depends on them", () => {
  const nothing = { deployment: null, hasWindow: false, isLive: false };
  expect(findTopBarScope("/signals")).toEqual({
    deployment: "one",
    hasWindow: true,
    isLive: true,
    title: "Signals",
  });
  expect(findTopBarScope("/traces/flow")).toMatchObject({ deployment: "one", hasWindow: true, isLive: true });
  expect(findTopBarScope("/traces/0af7651916cd43dd8448eb211c80319c")).toMatchObject({ isLive: false });
  expect(findTopBarScope("/compare")).toEqual({ ...nothing, title: "Compare" });
  expect(findTopBarScope("/baselines/0199")).toEqual({ ...nothing, title: "Baselines" });
  expect(findTopBarScope("/gates/0199")).toEqual({ ...nothing, title: "Gates" });
  expect(findTopBarScope("/investigations/INV-4")).toEqual({ ...nothing, title: "Investigations" });
  expect(findTopBarScope("/roofline/calculators")).toEqual({ ...nothing, title: "Roofline" });
  expect(findTopBarScope("/settings/hardware")).toEqual({ ...nothing, title: "Settings" });
});

test("lists filter by deployment, and only the list of baselines uses the window, for captures", () => {
  expect(findTopBarScope("/baselines")).toMatchObject({
    deployment: "filter",
    hasWindow: true,
    isLive: false,
  });
  for (const path of ["/gates", "/investigations", "/investigations/case-studies"])
    expect(findTopBarScope(path)).toMatchObject({ deployment: "filter", hasWindow: false, isLive: false });
});
