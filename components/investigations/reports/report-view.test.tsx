import { render, screen, within } from "@testing-library/react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Report } from "@/lib/model/investigation/reports/report";
import { ReportView } from "./report-view";

const hostile = `<script>alert(1)</script>"'&`;

const report: Report = {
  schemaVersion: 1,
  kind: "working",
  number: 4,
  title: hostile,
  createdAtMs: Date.UTC(2026, 10, 20, 8),
  timeZone: "UTC",
  lead: hostile,
  sections: [
    {
      title: hostile,
      level: 2,
      blocks: [
        { kind: "text", text: hostile },
        { kind: "markdown", label: hostile, text: hostile },
        { kind: "facts", facts: [{ name: hostile, value: hostile }] },
        { kind: "list", items: [{ text: hostile, isTicked: false }] },
        { kind: "missing", text: hostile, path: "/investigations/INV-4?step=optimise" },
        {
          kind: "chart",
          title: hostile,
          description: hostile,
          figure: {
            kind: "lines",
            unit: "seconds",
            displayUnit: "s",
            startMs: 0,
            stepMs: 60_000,
            series: [{ name: hostile, values: [0.1, 0.2] }],
          },
          table: { caption: hostile, columns: ["Time", hostile], rows: [["00:00", hostile]] },
        },
        {
          kind: "chart",
          title: "Interval",
          description: "Text alternative",
          figure: {
            kind: "intervals",
            unit: "seconds",
            displayUnit: "s",
            limit: { name: hostile, value: 0.3 },
            rows: [{ name: hostile, value: 0.1, lower: 0, upper: 0.2 }],
          },
          table: { caption: "Interval", columns: ["", "Value"], rows: [["Baseline", "0.10 s"]] },
        },
      ],
    },
  ],
  remarks: [hostile],
};

test("texts of people stay text in every part, also within charts", () => {
  const html = renderToStaticMarkup(<ReportView report={report} />);
  expect(html).not.toContain("<script");
  expect(html.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(12);
});

test("a chart is an image with a text alternative, and its values are in a table below", () => {
  render(<ReportView report={report} />);
  // One drawing for wide pages and one for phones. Styles hide the other one.
  const drawings = screen.getAllByRole("img", { name: "Text alternative" });
  expect(drawings.map((one) => one.classList.contains("sm:hidden"))).toEqual([false, true]);
  const table = screen.getByRole("table", { name: "Interval" });
  expect(within(table).getByRole("row", { name: "Baseline 0.10 s" })).toBeInTheDocument();
});

test("a missing part links to the page on which it is entered, but not for readers of a public link", () => {
  const { unmount } = render(<ReportView report={report} />);
  expect(screen.getByRole("link", { name: "Open the page" })).toHaveAttribute(
    "href",
    "/investigations/INV-4?step=optimise",
  );
  unmount();
  render(<ReportView report={report} isPublic />);
  expect(screen.queryByRole("link")).toBeNull();
});
