import { expect, test } from "vitest";
import { isAppError } from "@/lib/model/app-error";
import { serviceOf } from "./service-of";

const deployment = { title: "Search", traceServices: ["search-gateway", "search"] };

test("the first service is asked where none is named", () => {
  expect(serviceOf(deployment, undefined)).toBe("search-gateway");
  expect(serviceOf(deployment, "search")).toBe("search");
});

test("a service that requests pass but that is not the deployment's own is not called missing", () => {
  const refusal = (): unknown => {
    try {
      return serviceOf(deployment, "feature-store");
    } catch (error) {
      return error;
    }
  };
  const refused = refusal();
  if (!isAppError(refused)) throw new Error("nothing was refused");
  expect(refused.message).toBe(
    "traces are asked by a service of Search's own, which feature-store is not; its own: search-gateway, search",
  );
  expect(refused.userMessage?.title).toBe("No service of Search's own");
  expect(refused.userMessage?.next).not.toContain("renamed");
});
