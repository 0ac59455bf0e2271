import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listSourceVariables, removeSourceVariables } from "./app";
import { hashSources } from "./app-build";
import { chooseListenAddress } from "./serve";

test("an application on the demo's sources gets neither the user's sources nor their credentials", () => {
  const environment = {
    PATH: "/bin",
    DATABASE_URL: "postgresql://theirs",
    PROMETHEUS_URL: "http://theirs",
    PROMETHEUS_BEARER_TOKEN: "secret",
    JAEGER_PASSWORD_FILE: "/run/secret",
    TEMPO_URL: "http://tempo:3200",
    RIDGEPOINT_LOG_LEVEL: "debug",
  };
  expect(removeSourceVariables(environment)).toEqual({ PATH: "/bin", RIDGEPOINT_LOG_LEVEL: "debug" });
  expect(listSourceVariables(environment)).toEqual(["DATABASE_URL", "PROMETHEUS_URL", "TEMPO_URL"]);
});

test("only an explicitly chosen address exposes the application to others", () => {
  expect(chooseListenAddress(undefined, "box")).toBe("127.0.0.1");
  expect(chooseListenAddress("", "box")).toBe("127.0.0.1");
  expect(chooseListenAddress("box", "box")).toBe("127.0.0.1");
  expect(chooseListenAddress("0.0.0.0", "box")).toBe("0.0.0.0");
});

function clone(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "sources-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, name, ".."), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

const sources = {
  "app/page.tsx": "page",
  "lib/a.ts": "a",
  "package-lock.json": "{}",
  "next.config.ts": "{}",
};

test("two clones of the same sources have the same hash", () => {
  expect(hashSources(clone(sources))).toBe(hashSources(clone(sources)));
});

test.each([
  ["a page", { "app/page.tsx": "other" }],
  ["a new file", { "components/button.tsx": "" }],
  ["the packages", { "package-lock.json": "{ }" }],
  ["the configuration", { "next.config.ts": "{ }" }],
  ["a static file", { "public/icon.svg": "<svg/>" }],
])("%s causes a new build", (_, change) => {
  expect(hashSources(clone({ ...sources, ...change }))).not.toBe(hashSources(clone(sources)));
});

test.each([
  ["a test", { "lib/a.test.ts": "other" }],
  ["a page of documentation", { "lib/README.md": "other" }],
  ["the demo", { "demo/stack/stack.ts": "other" }],
  ["the client made from the schema", { "lib/server/db/generated/client.ts": "other" }],
])("%s does not", (_, change) => {
  expect(hashSources(clone({ ...sources, ...change }))).toBe(hashSources(clone(sources)));
});

test("a file's content cannot be mistaken for another file's name", () => {
  expect(hashSources(clone({ ...sources, "lib/b.ts": "x" }))).not.toBe(
    hashSources(clone({ ...sources, "lib/b.tsx": "" })),
  );
});
