import { expect, test } from "vitest";
import { unknownService } from "./unknown-service";

test("a mistyped service is told with those there are and the one that was probably meant", () => {
  const told = (service: string, names: readonly string[]): string =>
    unknownService("Jaeger", service, names).message;
  const names = Array.from({ length: 30 }, (_, index) => `service-${String(index)}`);
  expect(told("chat-gatewy", ["chat-gateway", "engine"])).toBe(
    "Jaeger has no service chat-gatewy; it has chat-gateway, engine; did you mean chat-gateway?",
  );
  expect(told("colour", names)).toMatch(/^Jaeger has no service colour; it has service-0, .* and 10 more$/);
  // Told though it stands beyond the part of the list that is told.
  expect(told("servce-29", names)).toMatch(/ and 10 more; did you mean service-29\?$/);
  expect(told("chat", [])).toBe("Jaeger has no service chat; it has no service at all");
});
