/** Labels, chart lines, sentences, statuses and queries read the limits: changing a limit changes all of them. */
import { afterEach, expect, test } from "vitest";
import { limitText, type ColumnLimit } from "@/components/overview/limit-text";
import { prepareTimeSeries } from "@/components/charts/prepare/time-series";
import { panels } from "@/components/signals/panels/panels";
import { chooseShownPanels } from "@/components/signals/panels/shown-panels";
import { engineById } from "@/lib/engines";
import { formatLimit } from "@/lib/format/limit";
import { formatWithUnit } from "@/lib/format/number";
import { sentenceText } from "@/lib/format/sentence-text";
import {
  limitDefinition,
  limitIds,
  resolveLimits,
  type LimitId,
  type LimitOverrides,
} from "@/lib/model/deployment/limits";
import type { Reading } from "@/lib/model/reading";
import { planStatusQueries } from "@/lib/semantic/status/status-queries";
import { deploymentSentence } from "@/lib/status/deployment-sentence";
import { judgeStatus } from "@/lib/status/judge-status";
import { findStatusStartMs } from "@/lib/status/context/status-since";
import type { StatusEvidence } from "@/lib/status/status-rule";
import { statuses, statusIds, statusRule } from "@/lib/status/statuses";
import { createEmptyAnswer } from "@/tests/support/sample-data/empty-answer";
import { productFiles, read } from "./source-files";
import { sourceTexts } from "./words/source-text";

const is = (value: number): Reading => ({ kind: "present", value, atMs: 0, windowMs: 300_000 });

/** Evidence of a healthy deployment, except that one limited value is `value`. */
function evidenceAt(id: LimitId, value: number, overrides: LimitOverrides): StatusEvidence {
  const healthy: StatusEvidence = {
    limits: resolveLimits({ limits: overrides }),
    targets: "answering",
    steps: null,
    downInstances: null,
    recentMinRunning: 9,
    recentMinWaiting: 5,
    ttftP95: is(0.0001),
    ttftMean: is(0.0001),
    requestRate: is(1),
    tpotMean: is(0.0001),
    errorRatio: is(0),
    abortRatio: is(0),
    running: is(12),
    waiting: is(5),
    minWaiting: 5,
    meanKvUsageRatio: 0.0001,
    preemptionsPerSecond: 0,
    constantRunning: null,
    finishedWhileConstant: 0,
    recentTokens: 4_000,
    recentSuccesses: 90,
    runningIncludesWaiting: false,
    requestActivity: null,
  };
  const changed: { readonly [Id in LimitId]: Partial<StatusEvidence> } = {
    ttftP95Seconds: { ttftP95: is(value) },
    meanTpotSeconds: { tpotMean: is(value) },
    errorRatio: { errorRatio: is(value) },
    abortRatio: { abortRatio: is(value) },
    kvUsageRatio: { meanKvUsageRatio: value },
    preemptionsPerSecond: { preemptionsPerSecond: value },
    waitingSeconds: { meanKvUsageRatio: 1 },
  };
  return { ...healthy, ...changed[id] };
}

/** Columns of the fleet table that show a limit. */
const columnLimits: { readonly [Id in LimitId]: ColumnLimit | null } = {
  ttftP95Seconds: { limitId: "ttftP95Seconds" },
  meanTpotSeconds: { limitId: "meanTpotSeconds", statistic: "mean" },
  errorRatio: { limitId: "errorRatio" },
  abortRatio: null,
  kvUsageRatio: { limitId: "kvUsageRatio" },
  preemptionsPerSecond: null,
  waitingSeconds: null,
};

/** Everything that the product derives from one limit, for a deployment with `overrides`. */
function productOf(id: LimitId, at: number, overrides: LimitOverrides = {}) {
  const evidence = evidenceAt(id, at, overrides);
  const { limits } = evidence;
  const { id: status } = judgeStatus(evidence);
  const readings = { ...evidence, kvUsage: is(at) };
  const facts = { slug: "a", title: "a", limits, isFrozen: false, readings, sourceError: null };
  const column = (one: Reading): (number | null)[] =>
    Array.from({ length: 10 }, (_, index) => (one.kind === "present" && index > 3 ? one.value : 0));
  const sinceMs = findStatusStartMs(status, {
    grid: { startMs: 0, stepMs: 1_000, pointCount: 10 },
    columns: {
      ttftP95: column(evidence.ttftP95),
      tpotMean: column(evidence.tpotMean),
      errorRatio: column(evidence.errorRatio),
      abortRatio: column(evidence.abortRatio),
      waiting: column(is(5)),
      kvUsage: column(is(evidence.meanKvUsageRatio ?? 0)),
      running: column(is(12)),
      preemptions: column(is(evidence.preemptionsPerSecond ?? 0)),
      outputTokenRate: column(is(4_000)),
    },
    limits,
  });
  const displayedPanels = chooseShownPanels({
    families: null,
    finishReasonLabel: null,
    servesRequests: true,
    hasTraces: true,
    limits,
  });
  const { judges, unit } = limitDefinition(id);
  const drawnLimits = displayedPanels.flatMap(({ limit, signals, displayUnit }) => {
    if (limit === undefined || judges === null || !signals.includes(judges.signal)) return [];
    const headline = is(at);
    const series = [{ ...judges, unit, headline, values: [at], absence: [] }];
    const answer = createEmptyAnswer({ stepMs: 1_000, pointCount: 1 }, { series });
    return [prepareTimeSeries(answer, { displayUnit, limit }).limit?.label];
  });
  const deployment = {
    pools: [{ role: "both" as const, selectors: [{ job: "j" }] }],
    attachments: [],
    metricNames: [],
    copyLabels: [],
    limits: overrides,
  };
  const context = { engine: engineById("vllm"), deployment, scope: { deployment: "a" } };
  const columnLimit = columnLimits[id];
  return {
    status,
    tone: statusRule(status).tone,
    sinceMs,
    sentence: sentenceText(deploymentSentence({ ...facts, status, statusNumbers: evidence })),
    drawnLimits,
    heading: columnLimit === null ? "" : limitText(columnLimit, [{ limits }]),
    query: planStatusQueries(context, 5_000).minWaiting ?? "",
  };
}

const defaults = resolveLimits({});
const judged = limitIds.filter((id) => id !== "waitingSeconds");

afterEach(() => {
  for (const id of limitIds) Object.assign(limitDefinition(id), { defaultValue: defaults[id] });
});

test.each(judged.flatMap((id) => [0.5, 0.9, 1.02].map((factor) => [id, factor] as const)))(
  "a default of %s times %s changes status, its start, sentence, column head and chart line together",
  (id, factor) => {
    const value = defaults[id] * factor;
    const before = productOf(id, value * 1.01, { [id]: value * 2 });
    Object.assign(limitDefinition(id), { defaultValue: value });
    const below = productOf(id, value);
    const above = productOf(id, value * 1.01);
    expect([before.tone, below.tone, above.tone]).toEqual(["ok", "ok", "bad"]);
    expect(above.sinceMs).toBe(4_000);
    expect(above.heading).toContain(columnLimits[id] === null ? "" : formatLimit(id, value));
    const number = formatLimit(id, value).split("\u202f")[0];
    expect(above.drawnLimits).toContain(`limit ${number}`);
    // The sentence of KV pressure states the measured values instead of the limits.
    const { unit, displayUnit } = limitDefinition(id);
    const isMeasured = id === "kvUsageRatio" || id === "preemptionsPerSecond";
    const stated = isMeasured ? formatWithUnit(value * 1.01, unit, displayUnit) : formatLimit(id, value);
    expect(above.sentence).toContain(stated);
    // A default of 5 % is not stated by 2.5 %.
    const statedDefault = new RegExp(`(?<![\\d.])${formatLimit(id, defaults[id])}`);
    for (const text of [above.sentence, above.heading]) expect(text).not.toMatch(statedDefault);
  },
);

test.each([30, 90, 600])("a waiting time of %s s changes the query and the sentence", (seconds) => {
  Object.assign(limitDefinition("waitingSeconds"), { defaultValue: seconds });
  const { status, query, sentence } = productOf("waitingSeconds", 0);
  expect(status).toBe("kv-pressure");
  expect(query).toContain(`[${seconds}s]`);
  expect(sentence).toContain(seconds % 60 === 0 ? `the last ${seconds / 60} min` : `the last ${seconds} s`);
  expect(sentence).not.toContain("2 min");
});

test.each(judged)("an override of %s leaves other deployments and other limits unchanged", (id) => {
  const value = defaults[id] * 0.5;
  const changed = productOf(id, value * 1.01, { [id]: value });
  const other = productOf(id, value * 1.01);
  expect([changed.tone, other.tone]).toEqual(["bad", "ok"]);
  for (const another of judged.filter((one) => one !== id))
    expect(productOf(another, defaults[another], { [id]: value }).tone).toBe("ok");
});

test("states the range of a limit that differs between deployments", () => {
  const rows = [{}, { ttftP95Seconds: 3 }, { ttftP95Seconds: 2 }].map((limits) => ({
    limits: resolveLimits({ limits }),
  }));
  expect(limitText({ limitId: "ttftP95Seconds" }, rows)).toBe("limit: 1\u202fs to 3\u202fs");
});

test("every limit of a signal has a panel that draws it", () => {
  const drawn = chooseShownPanels({
    families: null,
    finishReasonLabel: null,
    servesRequests: true,
    hasTraces: true,
    limits: defaults,
  }).filter(({ limit }) => limit !== undefined);
  expect(drawn.length).toBe(limitIds.filter((id) => limitDefinition(id).judges !== null).length);
  expect(panels.filter(({ limit }) => limit !== undefined)).toEqual([]);
});

test("the documentation lists every status in order, and every limit with its default", () => {
  const rows = read("docs/deployments.md")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const cellsOf = (id: string): readonly string[] => rows.find(([, cell]) => cell === `\`${id}\``) ?? [];
  const listedIds = rows.flatMap(([, cell = ""]) => statusIds.filter((id) => cell === `\`${id}\``));
  expect(listedIds).toEqual(statusIds);
  for (const { id, label } of statuses) expect(cellsOf(id)[2]).toBe(label);
  for (const id of limitIds) {
    expect(cellsOf(id)[2]).toBe(formatLimit(id, defaults[id]).replace("\u202f", " "));
    expect(cellsOf(id)[3]).toBe(limitDefinition(id).unit);
  }
});

test("no label states a limit as a literal, and only the definitions know the defaults", () => {
  const files = productFiles.filter((file) => /^(?:app|components|lib)\//.test(file));
  const literal = /\blimits?:? (?:is |of )?\d/i;
  const literals = files
    .filter((file) => literal.test(read(file)))
    .flatMap((file) => sourceTexts(file, read(file)).map(({ kind, text }) => ({ file, kind, text })))
    .filter(({ kind, text }) => kind === "text" && literal.test(text));
  expect(literals).toEqual([]);
  const readers = files.filter((file) => /\bdefaultValue\b/.test(read(file)));
  expect(readers.filter((file) => /(?:deployment|\.)\/limits/.test(`${file} ${read(file)}`))).toEqual([
    "lib/model/deployment/limits.ts",
  ]);
});
