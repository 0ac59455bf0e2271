import { expect, test } from "vitest";
import { unknownService } from "./unknown-service";

test("a mistyped service is told with the one that was probably meant, before a list of all", () => {
  const told = (service: string, names: readonly string[]): string =>
    unknownService("Jaeger", service, names).message;
  const names = Array.from({ length: 30 }, (_, index) => `service-${String(index)}`);
  expect(told("chat-gatewy", ["chat-gateway", "engine"])).toBe(
    "Jaeger has no service chat-gatewy; did you mean chat-gateway? it has chat-gateway, engine",
  );
  expect(told("colour", names)).toMatch(/^Jaeger has no service colour; it has service-0, .* and 10 more$/);
  // Told though it stands beyond the part of the list that is told.
  expect(told("servce-29", names)).toContain("did you mean service-29?");
  expect(told("chat", [])).toBe("Jaeger has no service chat; it has no service at all");
});
