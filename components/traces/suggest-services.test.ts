import { expect, test } from "vitest";
import { suggestServices } from "./suggest-services";

const deployments = [
  { slug: "chat", title: "Chat", traceServices: ["chat-gateway", "engine"] },
  { slug: "search", title: "Search", traceServices: ["search-gateway", "ranker"] },
  { slug: "find", title: "Find", traceServices: ["rankers"] },
];
const near = (requested: string | null, slug: string | null = "chat") =>
  suggestServices(requested, slug, deployments);

test("suggests a similar service of the same deployment", () => {
  expect(near("chat-gatewy")).toEqual({ inDeployment: ["chat-gateway"], inOtherDeployments: [] });
  expect(near("gateway")).toEqual({ inDeployment: ["chat-gateway"], inOtherDeployments: [] });
});

test("suggests services of other deployments, exact names first", () => {
  const elsewhere = (requested: string) =>
    near(requested).inOtherDeployments.map(({ service, slug }) => `${service} ${slug}`);
  expect(elsewhere("ranker")).toEqual(["ranker search"]);
  expect(elsewhere("rankr")).toEqual(["ranker search", "rankers find"]);
});

test.each([
  ["that the deployment has", "engine", "chat"],
  ["without a similar one", "billing", "chat"],
  ["that is not set", null, "chat"],
  ["of an unknown deployment", "engin", "gone"],
])("suggests nothing for a service %s", (_name, requested, slug) => {
  expect(near(requested, slug)).toEqual({ inDeployment: [], inOtherDeployments: [] });
});
