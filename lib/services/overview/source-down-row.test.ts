/** Tests rows of deployments whose source is down, with and without cached answers. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { JudgedRow } from "@/lib/contracts/overview";
import { AppError } from "@/lib/model/app-error";
import { getSourceState } from "@/lib/services/sources/source-state";
import { createKnownDeployment } from "@/tests/support/sample-data/deployment-record";
import { leaveServerEnvironment, useServerEnvironment } from "@/tests/support/server/server-environment";
import { createJudgedRow } from "@/tests/support/sample-data/overview-rows";
import { toSourceDownRow, createRowWhileSourceDown } from "./source-down-row";

const deployment = createKnownDeployment("a");

const stale: JudgedRow["stale"] = {
  sinceMs: 200,
  code: "source-unreachable",
  reason: "127.0.0.1:9 refuses connections",
};

beforeEach(() => {
  useServerEnvironment({ DATABASE_URL: "postgresql://nobody@127.0.0.1:9/none" });
});
afterEach(leaveServerEnvironment);

function goDown(): void {
  const state = getSourceState("prometheus");
  state.lastCheck = { kind: "down", atMs: 300, error: new AppError("source-unreachable", "it refuses") };
  state.downSinceMs = 200;
}

const words = (row: JudgedRow | undefined): string =>
  (row?.sentence ?? []).map((part) => (part.kind === "text" ? part.text : "")).join("");

test('shows "source down" with the last values if the source no longer responds', () => {
  goDown();
  const remembered = createJudgedRow("a", "ok", { stale, asOfMs: 100 });
  const row = toSourceDownRow(remembered, deployment);
  expect(row.status).toMatchObject({ id: "source-down", sinceMs: 200, currentIds: ["source-down"] });
  expect(row.readings).toEqual(remembered.readings);
  expect(words(row)).toMatch(/^Prometheus cannot be read: it refuses\. Start Prometheus/);
});

test("keeps known problems in the values", () => {
  goDown();
  const row = toSourceDownRow(createJudgedRow("a", "kv-pressure", { stale }), deployment);
  expect(row.status.currentIds).toEqual(["source-down", "kv-pressure"]);
});

test("keeps the status for fresh answers and for failed queries while the source is up", () => {
  expect(toSourceDownRow(createJudgedRow("a", "ok", { stale }), deployment).status.id).toBe("ok");
  goDown();
  expect(toSourceDownRow(createJudgedRow("a", "ok"), deployment).status.id).toBe("ok");
});

test("gives a late row the error of its source", () => {
  goDown();
  const last = createJudgedRow("a", "ok", { asOfMs: 100 });
  expect(createRowWhileSourceDown(deployment, last)?.stale).toMatchObject({ code: "source-unreachable" });
  getSourceState("prometheus").lastCheck = {
    kind: "down",
    atMs: 400,
    error: new AppError("source-slow", "late"),
  };
  expect(createRowWhileSourceDown(deployment, last)?.stale).toEqual({
    sinceMs: 100,
    code: "source-slow",
    reason: "late",
  });
});

test('shows "source down" at once for a late row if the source is known to be down, otherwise pending', () => {
  expect(createRowWhileSourceDown(deployment)).toBeUndefined();
  goDown();
  expect(createRowWhileSourceDown(deployment)).toMatchObject({ status: { id: "source-down" }, stale: null });
});
