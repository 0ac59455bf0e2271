import { expect, test } from "vitest";
import { documentTitle } from "./document-title";

test("names deployment and page, and leaves pages without a deployment as they are", () => {
  expect(documentTitle("/signals", "chat-70b")).toBe("chat-70b · Signals · Ridgepoint");
  expect(documentTitle("/traces/flow", "chat-70b")).toBe("chat-70b · Flow · Ridgepoint");
  expect(documentTitle("/overview", "chat-70b")).toBeNull();
  expect(documentTitle("/compare", "chat-70b")).toBeNull();
  expect(documentTitle("/settings/hardware", "chat-70b")).toBeNull();
  expect(documentTitle("/traces/0af7651916cd43dd8448eb211c80319c", "chat-70b")).toBeNull();
});
