/** Summary line under a panel's title. */
import { render } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { Answer, AnswerSeries } from "@/lib/model/answer";
import type { DownSince, Reading } from "@/lib/model/reading";
import { signalDefinition, type SignalId } from "@/lib/model/signals/signals";
import { renderPanelSummary } from "./panel-summary";
import { panels, type Panel } from "./panels";
import { createEmptyAnswer } from "@/tests/support/sample-data/empty-answer";

const panelOf = (id: string): Panel => panels.find((panel) => panel.id === id)!;

/** The range of the summary, so that the range of a point need not be named. */
const rateWindowMs = 300_000;

function row(signal: SignalId, tenant: string, value: number): AnswerSeries {
  return {
    signal,
    statistic: "rate",
    group: { kind: "value", value: tenant },
    unit: signalDefinition(signal).unit,
    values: [value],
    absence: [],
    headline: { kind: "present", value, atMs: 0, windowMs: 300_000 },
  };
}

function liveAnswer(parts: Partial<Answer>): Answer {
  return createEmptyAnswer({ stepMs: 15_000, pointCount: 1 }, { rateWindowMs, ...parts });
}

const textOf = (panel: Panel, answer: Answer): string =>
  render(<p>{renderPanelSummary(panel, answer)}</p>).container.textContent ?? "";

function summaryText(panel: Panel, series: readonly AnswerSeries[], rangeMs = rateWindowMs): string {
  const split = { label: "tenant_id", namedCount: 1, totalCount: 1, rule: "size" };
  return textOf(panel, liveAnswer({ series, split, rateWindowMs: rangeMs }));
}

test("names the signal of every value in a split of several signals", () => {
  const rows = [row("output-tokens", "acme", 447), row("prompt-tokens", "acme", 1_442)];
  const [output, prompt] = rows.map(({ signal }) => signalDefinition(signal).label);
  expect(output).not.toBe(prompt);
  const text = summaryText(panelOf("tokens"), rows);
  expect(text).toContain(`acme ${output} 447\u202ftokens/s`);
  expect(text).toContain(`acme ${prompt} 1,442\u202ftokens/s`);
});

test("omits the signal name when there is one signal, because the title names it", () => {
  expect(summaryText(panelOf("requests"), [row("requests", "acme", 12)])).toMatch(/: acme 12/);
});

test("quotes a label value that is a number, to distinguish it from the measured value", () => {
  const line = summaryText(panelOf("requests"), [
    row("requests", "-1", 12),
    row("requests", "10.0.0.1:8000", 3),
  ]);
  expect(line).toContain(": “-1” 12");
  expect(line).toContain(", 10.0.0.1:8000 3");
});

test("shows the usual range next to the value once it is known, and last while it is being learned", () => {
  const { group: _group, ...value } = row("kv-usage", "", 0.4);
  const series: readonly AnswerSeries[] = [{ ...value, statistic: "value" }];
  const answer = liveAnswer({ series });
  const line = (words: string, isLearning: boolean): string =>
    render(<p>{renderPanelSummary(panelOf("kv"), answer, { usual: { text: words, isLearning } })}</p>)
      .container.textContent ?? "";
  expect(line("usual range 20–60 %", false)).toMatch(/; usual range 20–60 %\. Last 5.min\. *$/);
  expect(line("usual range: learning, 3 of 24", true)).toMatch(
    /Last 5.min\. *Usual range: learning, 3 of 24\.$/,
  );
});

test.each([
  [300_000, /Last 5.min\. *$/],
  [120_000, /Last 2.min of uninterrupted scrapes\. *$/],
])("explains a rate over less than five minutes: %i ms", (windowMs, pattern) => {
  const headline: Reading = { kind: "present", value: 12, atMs: 0, windowMs };
  const { group: _group, ...series } = row("requests", "", 12);
  const answer = liveAnswer({ series: [{ ...series, headline }] });
  const { container } = render(<p>{renderPanelSummary(panelOf("requests"), answer)}</p>);
  expect(container.textContent).toMatch(pattern);
});

test("shows since when a target is down", () => {
  const since: DownSince = {
    kind: "since",
    atMs: Date.UTC(2026, 10, 19, 14, 32),
    withinMs: 15_000,
    elapsedMs: 60_000,
  };
  const headline: Reading = {
    kind: "absent",
    reason: "target-down",
    detail: "They do not answer.",
    downSince: since,
  };
  const answer = liveAnswer({ series: [{ ...row("kv-usage", "", 0), statistic: "value", headline }] });
  expect(render(<p>{renderPanelSummary(panelOf("kv"), answer)}</p>).container.textContent).toMatch(
    /^Last 5.min: target down since \d\d:\d\d \S+\. They do not answer\.$/,
  );
});

test("shows since when the target of one instance is down", () => {
  const since: DownSince = {
    kind: "since",
    atMs: Date.UTC(2026, 10, 19, 14, 32),
    withinMs: 15_000,
    elapsedMs: 60_000,
  };
  const headline: Reading = { kind: "absent", reason: "target-down", detail: "", downSince: since };
  const rows = [row("requests", "a", 3), { ...row("requests", "b", 0), headline }];
  expect(summaryText(panelOf("requests"), rows)).toMatch(
    /: a 3\.00\sreq\/s, b target down since \d\d:\d\d \S+\.$/,
  );
});

test("shows the values that are present when the first signal is missing", () => {
  const { group: _group, ...there } = row("output-tokens", "", 447);
  const { group: _other, ...first } = row("prompt-tokens", "", 0);
  const detail = "It counts no prompts.";
  const missing: AnswerSeries = { ...first, headline: { kind: "absent", reason: "not-exposed", detail } };
  const label = (signal: SignalId): string => signalDefinition(signal).label;
  const answer = liveAnswer({ series: [missing, there] });
  expect(render(<p>{renderPanelSummary(panelOf("tokens"), answer)}</p>).container.textContent).toMatch(
    new RegExp(
      `^${label("prompt-tokens")} not exposed, ${label("output-tokens")} 447\\stokens/s\\. Last 5.min\\. ${detail}$`,
    ),
  );
});

test("shows the mean when percentiles are not exposed", () => {
  const { group: _group, ...mean }: AnswerSeries = { ...row("tpot", "", 0.0263), statistic: "mean" };
  const headline: Reading = {
    kind: "absent",
    reason: "not-exposed",
    detail: "It has a mean and no percentiles.",
  };
  const answer = liveAnswer({ series: [{ ...mean, statistic: "p95", headline }, mean] });
  expect(render(<p>{renderPanelSummary(panelOf("tpot"), answer)}</p>).container.textContent).toMatch(
    /^p95 not exposed; mean 26\.3\sms\. Last 5.min\. It has a mean and no percentiles\.$/,
  );
});

test("shows the value of the baseline after the usual range", () => {
  const series = [row("kv-usage", "", 0.4)].map(({ group: _group, ...rest }) => rest);
  const references = { usual: { text: "usual range 20–60 %", isLearning: false }, baseline: "baseline 35 %" };
  const rendered = renderPanelSummary(panelOf("kv"), liveAnswer({ series }), references);
  expect(render(<p>{rendered}</p>).container.textContent).toMatch(
    /; usual range 20–60 %; baseline 35 %\. Last 5.min\. *$/,
  );
});

test("names the range of a point, because the end of the line differs from the value over five minutes", () => {
  const { group: _group, ...series }: AnswerSeries = { ...row("ttft", "", 9.28), statistic: "p95" };
  const answer = liveAnswer({ series: [series], rateWindowMs: 60_000 });
  expect(render(<p>{renderPanelSummary(panelOf("ttft"), answer)}</p>).container.textContent).toMatch(
    /^p95 9\.28\ss\. Last 5.min\. Line: 1.min per point\.$/,
  );
  const rows = [row("requests", "a", 3), row("requests", "b", 4)];
  expect(summaryText(panelOf("requests"), rows, 20_000)).toMatch(
    /, last 5.min \(line ends: 20.s per point\): .*[^.]\.$/,
  );
});

test("lists the values of a split in the order of the line ends, with their range first", () => {
  const series = [
    { ...row("requests", "a", 87.3), values: [78.2] },
    { ...row("requests", "b", 90.3), values: [95.9] },
  ];
  expect(summaryText(panelOf("requests"), series)).toMatch(/^by tenant_id, last 5.min: b 90\.3.*, a 87\.3/);
});

describe("in a window of the past", () => {
  const past = (parts: Partial<Answer>): Answer => liveAnswer({ asOfMs: 3_600_000, ...parts });
  const { group: _group, ...alone } = row("requests", "", 12);

  test("states that the minutes are the last ones of the window", () => {
    expect(textOf(panelOf("requests"), past({ series: [alone] }))).toMatch(/ Last 5.min of the window\.$/);
    const split = { label: "tenant_id", namedCount: 1, totalCount: 1, rule: "size" };
    expect(textOf(panelOf("requests"), past({ series: [row("requests", "a", 3)], split }))).toMatch(
      /, last 5.min of the window: a 3/,
    );
  });

  test("states it for missing values and for fewer minutes", () => {
    const absent: Reading = { kind: "absent", reason: "no-traffic", detail: "It was idle." };
    expect(textOf(panelOf("requests"), past({ series: [{ ...alone, headline: absent }] }))).toMatch(
      /^Last 5.min of the window: no traffic\. It was idle\.$/,
    );
    const short: Reading = { kind: "present", value: 12, atMs: 0, windowMs: 120_000 };
    expect(textOf(panelOf("requests"), past({ series: [{ ...alone, headline: short }] }))).toMatch(
      / Last 2.min of uninterrupted scrapes of the window\.$/,
    );
  });

  test.each([
    [60_000, / Last 5.min\.$/],
    [60_001, / Last 5.min of the window\.$/],
  ])("begins one minute after the end: %i ms", (asOfMs, pattern) => {
    expect(textOf(panelOf("requests"), past({ series: [alone], asOfMs }))).toMatch(pattern);
  });
});

test("names no range of points of a gauge", () => {
  const { group: _group, ...series }: AnswerSeries = { ...row("kv-usage", "", 0.4), statistic: "value" };
  const answer = liveAnswer({ series: [series], rateWindowMs: 60_000 });
  expect(render(<p>{renderPanelSummary(panelOf("kv"), answer)}</p>).container.textContent).toMatch(
    /Last 5.min\. *$/,
  );
});
