/**
 * A report of an investigation: sections of texts, lists, tables and charts. HTML, Markdown and JSON are written from this
 * document, and a public link stores a copy of it.
 */
import { z } from "zod";
import { displayUnits, units } from "@/lib/model/units";
import { reportKinds } from "./report-kinds";

const bounded = z.number().nullable();
const unitFields = { unit: z.enum(units), displayUnit: z.enum(displayUnits) } as const;

/** Values over time at equal distances. Null is a missing value, which is drawn as a gap. */
const linesFigure = z.object({
  kind: z.literal("lines"),
  ...unitFields,
  startMs: z.number(),
  stepMs: z.number(),
  series: z.array(z.object({ name: z.string(), values: z.array(z.number().nullable()) })),
});

/** Values with their intervals. Null is an unbounded end. */
const intervalsFigure = z.object({
  kind: z.literal("intervals"),
  ...unitFields,
  /** A value that is drawn as a line, such as the target. */
  limit: z.object({ name: z.string(), value: z.number() }).nullable(),
  rows: z.array(z.object({ name: z.string(), value: z.number(), lower: bounded, upper: bounded })),
});

const table = z.object({
  /** Describes the table for screen readers. */
  caption: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
});

const block = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), text: z.string() }),
  /** Markdown of a person. */
  z.object({ kind: z.literal("markdown"), label: z.string().nullable(), text: z.string() }),
  z.object({ kind: z.literal("facts"), facts: z.array(z.object({ name: z.string(), value: z.string() })) }),
  /** Items of a checklist are ticked or not; other items are null. */
  z.object({
    kind: z.literal("list"),
    items: z.array(z.object({ text: z.string(), isTicked: z.boolean().nullable() })),
  }),
  table.extend({ kind: z.literal("table") }),
  z.object({
    kind: z.literal("chart"),
    title: z.string(),
    /** Text alternative of the drawing. */
    description: z.string(),
    figure: z.discriminatedUnion("kind", [linesFigure, intervalsFigure]),
    /** The drawn values. */
    table,
  }),
  /** A part that the record lacks, and the page on which a person enters it. */
  z.object({ kind: z.literal("missing"), text: z.string(), path: z.string() }),
]);

/** Schema of a report, as the page, Markdown and public links show it. */
export const report = z
  .object({
    schemaVersion: z.literal(1),
    kind: z.enum(reportKinds),
    /** Number of the investigation. */
    number: z.number().int(),
    title: z.string(),
    createdAtMs: z.number(),
    /** Time zone of all times in the texts. */
    timeZone: z.string(),
    /** The state of the investigation and its main result. */
    lead: z.string(),
    sections: z.array(z.object({ title: z.string(), level: z.literal([2, 3]), blocks: z.array(block) })),
    /** Facts that limit the report, such as shortened texts. */
    remarks: z.array(z.string()),
  })
  .meta({ id: "InvestigationReport" });

/** A report: sections with blocks of text, tables and charts. */
export type Report = z.infer<typeof report>;
/** A section of a report with its blocks, in order. */
export type ReportSection = Report["sections"][number];
/** One element of a section: a text, list, table, chart, or a note about missing content. */
export type ReportBlock = ReportSection["blocks"][number];
/** A block that draws a chart. */
export type ChartBlock = Extract<ReportBlock, { kind: "chart" }>;
/** Data of a line chart. */
export type LinesFigure = z.infer<typeof linesFigure>;
/** Data of a chart that compares estimates with their intervals. */
export type IntervalsFigure = z.infer<typeof intervalsFigure>;
/** A table as text, with one array per row. */
export type ReportTable = z.infer<typeof table>;
