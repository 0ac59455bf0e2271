/** Span groups of OTLP JSON, by resource and then by instrumentation scope, and the traces that they contain. */
import { z } from "zod";
import { runWithoutPause } from "@/lib/base/steps";
import type { FileTracesGenerator } from "./separate-spans";
import { convertOtlpAttributes, createSpanCollector } from "./mapper";
import { isAttributeList, readOtlpSpan } from "./read-span";
import { otlpAttributes, type OtlpAttributes } from "./wire";

/** Common attributes are accepted unchanged, because the schema copies every part. */
const attributes = z.union([z.custom<OtlpAttributes>(isAttributeList), otlpAttributes]);

/** Builds the schema of groups whose lists of spans have the schema `spanListSchema`. */
export function createSpanGroupsSchema<Spans extends z.ZodType>(spanListSchema: Spans) {
  const scopeSpans = z.object({
    scope: z.object({ name: z.string().default("") }).default({ name: "" }),
    spans: spanListSchema,
  });
  return z.array(
    z.object({
      resource: z.object({ attributes }).default({ attributes: [] }),
      scopeSpans: z.array(scopeSpans).default([]),
    }),
  );
}

interface SpanGroup<List> {
  readonly resource: { readonly attributes: OtlpAttributes };
  readonly scopeSpans: readonly { readonly scope: { readonly name: string }; readonly spans: List }[];
}

const spansPerStep = 250;

/** Reads the traces of `groups` in steps. `listSpans` returns the spans of one list as JSON. */
export function* readSpanGroups<List>(
  groups: Iterable<SpanGroup<List>>,
  listSpans: (list: List) => Iterable<unknown>,
): FileTracesGenerator {
  const gathered = createSpanCollector();
  let [spanCount, unreadableSpans] = [0, 0];
  for (const { resource, scopeSpans } of groups) {
    const resourceAttributes = convertOtlpAttributes(resource.attributes);
    for (const { scope, spans } of scopeSpans) {
      for (const json of listSpans(spans)) {
        const span = readOtlpSpan(json);
        if (span === null) unreadableSpans += 1;
        else gathered.add(span, { resource: resourceAttributes, scope: scope.name });
        spanCount += 1;
        if (spanCount % spansPerStep === 0) yield;
      }
    }
  }
  return { traces: gathered.traces(), unreadableSpanCount: unreadableSpans };
}

/** Reads all traces at once. Groups with an invalid span are invalid. */
export const otlpTraces = createSpanGroupsSchema(z.array(z.unknown()).default([])).transform(
  (groups, context) => {
    const { traces, unreadableSpanCount } = runWithoutPause(readSpanGroups(groups, (spans) => spans));
    if (unreadableSpanCount > 0) context.addIssue({ code: "custom", message: "not a span" });
    return traces;
  },
);
