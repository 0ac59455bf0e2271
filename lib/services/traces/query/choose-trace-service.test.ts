import { expect, test } from "vitest";
import { isAppError } from "@/lib/model/app-error";
import { chooseRequestedOrFirstTraceService } from "./choose-trace-service";

const deployment = { title: "Search", traceServices: ["search-gateway", "search"] };

test("returns the first service by default", () => {
  expect(chooseRequestedOrFirstTraceService(deployment, undefined)).toBe("search-gateway");
  expect(chooseRequestedOrFirstTraceService(deployment, "search")).toBe("search");
});

test("rejects a service that requests pass but that is not a trace service of the deployment", () => {
  const refusal = (): unknown => {
    try {
      return chooseRequestedOrFirstTraceService(deployment, "feature-store");
    } catch (error) {
      return error;
    }
  };
  const refused = refusal();
  if (!isAppError(refused)) throw new Error("nothing was rejected");
  expect(refused.message).toBe(
    "feature-store is not a trace service of Search. Its trace services are search-gateway, search",
  );
  expect(refused.userMessage?.title).toBe("feature-store is not a trace service of Search");
  expect(refused.userMessage?.next).not.toContain("renamed");
});
