import { afterEach, beforeEach, expect, test } from "vitest";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { createKnownDeployment } from "@/tests/support/sample-data/deployment-record";
import { readDownSince } from "./read-down-since";

beforeEach(() =>
  useServerEnvironment({
    DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none",
    PROMETHEUS_URL: "http://127.0.0.1:9",
  }),
);
afterEach(() => leaveServerEnvironment());

test("returns undefined if the history cannot be read", async () => {
  const down = { signal: "running", statistic: "value" } as const;
  const never = new AbortController().signal;
  expect(await readDownSince(createKnownDeployment("chat"), down, never)).toBeUndefined();
});
