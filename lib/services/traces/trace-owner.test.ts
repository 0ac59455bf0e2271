import { expect, test } from "vitest";
import type { KnownDeployment } from "@/lib/services/deployments/known-deployments";
import { findDeploymentWithMostServices } from "./trace-owner";

const named = (slug: string, traceServices: readonly string[]) =>
  ({ slug, traceServices }) as KnownDeployment;
const chat = named("chat", ["gateway", "chat"]);
const search = named("search", ["gateway", "search", "store"]);

test.each([
  [["chat"], "chat"],
  [["gateway", "search", "store"], "search"],
  [["gateway"], "chat"],
  [["unknown"], undefined],
  [[], undefined],
])("%j belong to %s", (services, slug) => {
  expect(findDeploymentWithMostServices([chat, search], services)?.slug).toBe(slug);
});
