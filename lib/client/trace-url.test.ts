import { expect, test } from "vitest";
import { traceUrl, traceRequestOf } from "./trace-url";

test.each([
  [{}, "/api/v1/traces/ab?clock=raw"],
  [{ d: "chat-70b", clock: "corrected" }, "/api/v1/traces/ab?clock=corrected&deployment=chat-70b"],
  [{ d: ["a", "b"], clock: "sideways" }, "/api/v1/traces/ab?clock=raw"],
  [{ d: "../x" }, "/api/v1/traces/ab?clock=raw"],
])("a page at %j asks at %s", (search, address) => {
  expect(traceUrl("ab", traceRequestOf(search))).toBe(address);
});
