import { expect, test } from "vitest";
import { createUnknownServiceError } from "./unknown-service";

test("names the existing services and suggests a similar one", () => {
  const messageOf = (service: string, names: readonly string[]): string =>
    createUnknownServiceError("Jaeger", service, names).message;
  const names = Array.from({ length: 30 }, (_, index) => `service-${String(index)}`);
  expect(messageOf("chat-gatewy", ["chat-gateway", "engine"])).toBe(
    "Jaeger has no service chat-gatewy. Its services: chat-gateway, engine. Did you mean chat-gateway?",
  );
  expect(messageOf("colour", names)).toMatch(
    /^Jaeger has no service colour\. Its services: service-0, .* and 10 more\.$/,
  );
  // The suggestion may be beyond the listed services.
  expect(messageOf("servce-29", names)).toMatch(/ and 10 more\. Did you mean service-29\?$/);
  expect(messageOf("chat", [])).toBe("Jaeger has no service chat. The source has no services.");
});
