import { expect, test } from "vitest";
import { titleOfPage } from "./document-title";

test("names the page of one deployment, and no page without a deployment", () => {
  expect(titleOfPage("/signals")).toBe("Signals");
  expect(titleOfPage("/signals/correlate")).toBe("Correlation");
  expect(titleOfPage("/traces/flow")).toBe("Flow");
  expect(titleOfPage("/traces/0af7651916cd43dd8448eb211c80319c")).toBe("Trace 0af76519");
  expect(titleOfPage("/overview")).toBeNull();
  expect(titleOfPage("/compare")).toBeNull();
  expect(titleOfPage("/settings/hardware")).toBeNull();
});
