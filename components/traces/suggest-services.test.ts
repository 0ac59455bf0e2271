import { expect, test } from "vitest";
import { suggestServices } from "./suggest-services";

const deployments = [
  { slug: "chat", title: "Chat", traceServices: ["chat-gateway", "engine"] },
  { slug: "search", title: "Search", traceServices: ["search-gateway", "ranker"] },
  { slug: "find", title: "Find", traceServices: ["rankers"] },
];
const near = (asked: string | null, slug: string | null = "chat") =>
  suggestServices(asked, slug, deployments);

test("a mistyped service is one of the deployment's own where one is near", () => {
  expect(near("chat-gatewy")).toEqual({ own: ["chat-gateway"], elsewhere: [] });
  expect(near("gateway")).toEqual({ own: ["chat-gateway"], elsewhere: [] });
});

test("else it is another deployment's: the one that has it so, else those that have one like it", () => {
  const elsewhere = (asked: string) =>
    near(asked).inOtherDeployments.map(({ service, slug }) => `${service} ${slug}`);
  expect(elsewhere("ranker")).toEqual(["ranker search"]);
  expect(elsewhere("rankr")).toEqual(["ranker search", "rankers find"]);
});

test.each([
  ["of its own", "engine", "chat"],
  ["that nothing is near", "billing", "chat"],
  ["that is none", null, "chat"],
  ["of a deployment nobody knows", "engin", "gone"],
])("a service %s has none near", (_name, asked, slug) => {
  expect(near(asked, slug)).toEqual({ own: [], elsewhere: [] });
});
