/** Tests that conflicts of experiments, case studies and templates name the person who saved the other version. */
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "@/lib/client/query-client";
import type { ExperimentEntry } from "@/lib/contracts/investigations/experiments";
import type { InvestigationResponse } from "@/lib/contracts/investigations/investigations";
import type { TemplateEntry } from "@/lib/contracts/investigations/templates";
import { ExperimentForm } from "../experiments/experiment-form";
import { CaseStudyEditor } from "../reports/case-study-editor";
import { TemplateForm } from "../templates/template-form";
import { TemplateRow } from "../templates/template-row";

const atMs = Date.UTC(2026, 10, 29, 14, 3);
const entries = [
  { author: "Ada", atMs: atMs + 1, payload: { kind: "experiment", number: 1, action: "edited" } },
  { author: "Mara", atMs, payload: { kind: "experiment", number: 2, action: "edited" } },
  { author: "Ada", atMs, payload: { kind: "report", report: "case-study", action: "link-created" } },
  { author: "Mara", atMs, payload: { kind: "report", report: "case-study", action: "saved" } },
];
const page = {
  investigation: { number: 31, deployments: [{ slug: "chat", title: "Chat" }] },
  hypotheses: [],
  timeline: { entries, nextCursor: null },
} as unknown as InvestigationResponse;

const arm = {
  name: "Old",
  deployment: "chat",
  windows: [{ startMs: atMs, endMs: atMs + 60_000 }],
  baseline: null,
};
const createExperiment = (version: number, rollbackPlan: string): ExperimentEntry => ({
  id: "x",
  number: 2,
  round: 1,
  hypothesis: null,
  kind: "ab",
  factor: { path: "engine.flags.max_num_seqs", from: "256", to: "64" },
  arms: [
    { ...arm, role: "reference", selector: { label: "instance", value: "a:8000" } },
    { ...arm, role: "changed", name: "New", selector: { label: "instance", value: "b:8000" } },
  ],
  measures: {
    primary: { signal: "ttft", statistic: "mean" },
    guards: [],
    marginRatio: 0.1,
    maxQualityDecrease: 0,
    plannedBlocks: 120,
    hasCostGuard: false,
    stopRule: "first-verdict",
  },
  rollbackPlan,
  rollbackHook: null,
  hookFiresOnGuard: false,
  hookFirings: [],
  scores: [],
  state: "running",
  startedAtMs: atMs,
  endedAtMs: null,
  decision: null,
  approval: null,
  isProposer: true,
  author: "Ada",
  version,
  createdAtMs: atMs,
});

const createTemplate = (version: number, name: string): TemplateEntry => ({
  id: "t",
  name,
  team: null,
  title: "",
  severity: 3,
  tags: [],
  goal: null,
  steps: {},
  canEdit: true,
  author: "Ada",
  lastSave: { author: "Mara", atMs },
  version,
});

let caseStudyVersion = 1;

beforeEach(() => {
  caseStudyVersion = 1;
  vi.stubGlobal("fetch", (url: string, { method = "GET" }: RequestInit = {}) => {
    if (method !== "GET")
      return Promise.resolve(
        Response.json({ code: "precondition-failed", title: "", detail: "" }, { status: 412 }),
      );
    const text = { problem: "P", cause: "C", fix: "F", effect: "E", causeClass: null };
    const caseStudy = { ...text, title: `Version ${caseStudyVersion}`, version: caseStudyVersion };
    caseStudyVersion += 1;
    return Promise.resolve(
      Response.json(
        url.includes("case-study")
          ? { asOfMs: 0, caseStudy: { ...caseStudy, publishedAtMs: null }, canEdit: true }
          : { asOfMs: 0, deployments: [], teams: [], hooks: [], templates: [], baselines: [] },
      ),
    );
  });
});
afterEach(() => vi.unstubAllGlobals());

function show(content: ReactNode) {
  const queries = makeQueryClient();
  const wrap = (one: ReactNode) => <QueryClientProvider client={queries}>{one}</QueryClientProvider>;
  const { rerender } = render(wrap(content));
  return (next: ReactNode) => rerender(wrap(next));
}

const findConflict = (): Promise<HTMLElement> => screen.findByRole("dialog", { name: "Changed by Mara" });
const authorText = /Mara saved a new version at/;

test("an experiment", async () => {
  const form = (experiment: ExperimentEntry) => (
    <ExperimentForm page={page} experiment={experiment} onClose={() => undefined} />
  );
  const showNext = show(form(createExperiment(1, "Undo")));
  await userEvent.type(screen.getByLabelText("Rollback plan"), " at once");
  showNext(form(createExperiment(2, "Undo later")));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await findConflict()).toHaveTextContent(authorText);
});

test("a case study", async () => {
  show(<CaseStudyEditor page={page} onClose={() => undefined} />);
  await userEvent.type(await screen.findByLabelText("Title of the case study"), " of Ada");
  await userEvent.click(screen.getByRole("button", { name: "Save case study" }));
  expect(await findConflict()).toHaveTextContent(authorText);
});

test("a template", async () => {
  const form = (template: TemplateEntry) => <TemplateForm template={template} onDone={() => undefined} />;
  const showNext = show(form(createTemplate(1, "Tokens")));
  await userEvent.type(screen.getByLabelText("Name"), " slow");
  showNext(form(createTemplate(2, "First tokens")));
  await userEvent.click(screen.getByRole("button", { name: "Save template" }));
  expect(await findConflict()).toHaveTextContent(authorText);
});

test("the deletion of a template", async () => {
  const none = () => undefined;
  show(<TemplateRow template={createTemplate(1, "Tokens")} isEditing={false} onEdit={none} onDone={none} />);
  await userEvent.click(screen.getByRole("button", { name: "Delete Tokens" }));
  await userEvent.click(screen.getByRole("button", { name: "Delete template" }));
  expect(await screen.findByRole("alert")).toHaveTextContent(/Mara saved a newer version at /);
});
