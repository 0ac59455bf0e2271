import { expect, test } from "vitest";
import { instanceOf } from "./span-instance";

const detail = (
  attributes: Readonly<Record<string, string>>,
  resource: Readonly<Record<string, string>> = {},
) => ({
  service: "gateway",
  operation: "proxy",
  kind: "client" as const,
  scope: null,
  startNs: 0,
  durationNs: 1,
  attributes: { ...attributes },
  resource: { ...resource },
  events: [],
  statusMessage: null,
  eventsLeftOut: 0,
  traceState: null,
  links: [],
  linksLeftOut: 0,
});
const instances = ["chat-0:8000", "chat-1:8000"];

test.each([
  [detail({ "server.address": "chat-1:8000" }), "chat-1:8000"],
  [detail({ "server.address": "chat-1" }), "chat-1:8000"],
  [detail({}, { "host.name": "chat-0" }), "chat-0:8000"],
  [detail({ "server.address": "elsewhere" }, { "host.name": "chat-0" }), "chat-0:8000"],
  [detail({ "server.address": "chat" }), null],
  [detail({}), null],
  [null, null],
])("the instance that a span names", (told, instance) => {
  expect(instanceOf(told, instances)).toBe(instance);
});
