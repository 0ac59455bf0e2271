/**
 * Formats a gate run as JUnit XML: one test case for the data and one per rule. A failed rule is a failure. Data that
 * prevent a verdict and undecided rules are errors, because a skipped test case counts as success. If the data prevent a
 * verdict, no rule passes or fails, so that each rule is an error with the reason.
 */
import type { GateResponse } from "@/lib/contracts/gates";
import type { RuleResult } from "@/lib/model/gate/gate-result";
import { formatGateRule } from "@/lib/model/gate/gate-rule";

interface TestCase {
  readonly name: string;
  readonly problem: { readonly kind: "failure" | "error"; readonly message: string } | null;
}

/** Formats a gate run as JUnit XML, with one test case per rule. */
export function formatGateJunit(response: GateResponse): string {
  const { gate } = response;
  const cases = listCases(response);
  const count = (kind: "failure" | "error"): number =>
    cases.filter(({ problem }) => problem?.kind === kind).length;
  const counts = `tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="ridgepoint gate" ${counts}>`,
    `  <testsuite name="${escapeXml(gate.deployment.slug)}" ${counts} timestamp="${new Date(gate.createdAtMs).toISOString()}">`,
    ...cases.flatMap((one) => formatCase(one, gate.deployment.slug)),
    "  </testsuite>",
    "</testsuites>",
  ].join("\n");
}

function listCases({ gate, result, texts }: GateResponse): readonly TestCase[] {
  const obstacles = result === null ? [gate.sentence] : texts.obstacles;
  const data: TestCase = {
    name: "data",
    problem: obstacles.length === 0 ? null : { kind: "error", message: obstacles.join(" ") },
  };
  const judged = (result?.rules ?? []).map((rule, index): TestCase => {
    const message = texts.rules[index] ?? "";
    return { name: formatGateRule(rule), problem: problemOf(rule, message, obstacles) };
  });
  return [data, ...judged];
}

function problemOf(
  { verdict }: Pick<RuleResult, "verdict">,
  message: string,
  obstacles: readonly string[],
): TestCase["problem"] {
  if (obstacles.length > 0)
    return { kind: "error", message: `No verdict: ${obstacles.join(" ")} For information: ${message}` };
  return verdict === "pass" ? null : { kind: verdict === "fail" ? "failure" : "error", message };
}

function formatCase({ name, problem }: TestCase, className: string): readonly string[] {
  const start = `    <testcase classname="${escapeXml(className)}" name="${escapeXml(name)}"`;
  return problem === null
    ? [`${start}/>`]
    : [`${start}>`, `      <${problem.kind} message="${escapeXml(problem.message)}"/>`, "    </testcase>"];
}

const xmlCharacters: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Control characters are not allowed in XML. */
function escapeXml(text: string): string {
  return text
    .replaceAll("\u202f", " ")
    .replaceAll(/\p{Cc}/gu, " ")
    .replaceAll(/[&<>"']/g, (character) => xmlCharacters[character] ?? "");
}
