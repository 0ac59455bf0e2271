/**
 * Which part of a request a span is, by a declared table: the first row whose conditions all hold names the phase. A span
 * that no row knows has none; the request span of an engine has none either, since its phases are its children.
 */
import type { PhaseId, Span } from "@/lib/model/trace";

interface PhaseRule {
  readonly phase: PhaseId | null;
  readonly operation?: RegExp;
  readonly service?: RegExp;
  readonly kinds?: readonly Span["kind"][];
}

/** Order matters: narrow names before wide ones. */
const phaseTable: readonly PhaseRule[] = [
  { phase: null, operation: /^llm[_ .-]?request$/i },
  { phase: "detokenize", operation: /\bde-?tokeni[sz]/i },
  { phase: "tokenize", operation: /\btokeni[sz]/i },
  { phase: "queue", operation: /\b(?:queue|queued|waiting)\b/i },
  { phase: "prefill", operation: /\bprefill\b/i },
  { phase: "decode", operation: /\bdecode\b/i },
  { phase: "serialize", operation: /\bseriali[sz]/i },
  { phase: "stream", operation: /\bstream(?:ing)?\b/i },
  { phase: "admission", operation: /\b(?:admission|admit|rate.?limit|authori[sz]e)\b/i },
  { phase: "feature-retrieval", operation: /\b(?:features?|retriev(?:e|al)|embedding|vector search)\b/i },
  { phase: "feature-retrieval", service: /\b(?:feature|retriev(?:er|al)|rag)\b/i },
  { phase: "assembly", operation: /\b(?:assembl|prompt template|build prompt)/i },
  { phase: "network", operation: /\b(?:proxy|network|forward)\b/i, kinds: ["client", "internal"] },
  { phase: "network", kinds: ["client"] },
  { phase: "gateway", service: /\b(?:gateway|ingress|edge|frontend|router)\b/i },
];

/** The phase of `span`, or null where the table knows none. */
export function phaseOf(span: Pick<Span, "operation" | "service" | "kind">): PhaseId | null {
  const rule = phaseTable.find(
    ({ operation, service, kinds }) =>
      (operation?.test(span.operation) ?? true) &&
      (service?.test(span.service) ?? true) &&
      (kinds?.includes(span.kind) ?? true),
  );
  return rule?.phase ?? null;
}
