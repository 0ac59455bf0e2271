import { expect, test } from "vitest";
import { barScope } from "./bar-scope";

test("offers deployment and window only where the page depends on them", () => {
  const nothing = { deployment: null, hasWindow: false, isLive: false };
  expect(barScope("/signals")).toEqual({
    deployment: "one",
    hasWindow: true,
    isLive: true,
    title: "Signals",
  });
  expect(barScope("/traces/flow")).toMatchObject({ deployment: "one", hasWindow: true, isLive: true });
  expect(barScope("/traces/0af7651916cd43dd8448eb211c80319c")).toMatchObject({ isLive: false });
  expect(barScope("/compare")).toEqual({ ...nothing, title: "Compare" });
  expect(barScope("/baselines/0199")).toEqual({ ...nothing, title: "Baselines" });
  expect(barScope("/gates/0199")).toEqual({ ...nothing, title: "Gates" });
  expect(barScope("/investigations/INV-4")).toEqual({ ...nothing, title: "Investigations" });
  expect(barScope("/roofline/calculators")).toEqual({ ...nothing, title: "Roofline" });
  expect(barScope("/settings/hardware")).toEqual({ ...nothing, title: "Settings" });
});

test("lists filter by deployment, and only the list of baselines uses the window, for captures", () => {
  expect(barScope("/baselines")).toMatchObject({ deployment: "filter", hasWindow: true, isLive: false });
  for (const path of ["/gates", "/investigations", "/investigations/case-studies"])
    expect(barScope(path)).toMatchObject({ deployment: "filter", hasWindow: false, isLive: false });
});
