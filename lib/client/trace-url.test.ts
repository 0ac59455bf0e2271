import { expect, test } from "vitest";
import { createTraceUrl, readTraceRequest } from "./trace-url";

test.each([
  [{}, "/api/v1/traces/ab?clock=raw"],
  [{ d: "chat-70b", clock: "corrected" }, "/api/v1/traces/ab?clock=corrected&deployment=chat-70b"],
  [{ d: ["a", "b"], clock: "sideways" }, "/api/v1/traces/ab?clock=raw"],
  [{ d: "../x" }, "/api/v1/traces/ab?clock=raw"],
])("requests %s for a page at %j", (search, address) => {
  expect(createTraceUrl("ab", readTraceRequest(search))).toBe(address);
});
