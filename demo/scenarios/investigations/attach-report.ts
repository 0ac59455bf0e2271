// The report of the first day as a file, as a person downloads and adds it. The product measures and writes it.
import { exportComparisonContract, type ComparisonEntry } from "@/lib/contracts/comparisons";
import { exportComparison } from "@/lib/services/comparisons/export-comparison";
import { ScenarioError } from "../scenario";
import type { EndpointCaller } from "../writing/call-endpoint";
import type { InvestigationWriter } from "./investigation-writer";
import { releaseDeployment } from "./release-dates";

/** Adds the comparison of the day as a Markdown file of step 4. Throws AppError. */
export async function attachReport(
  writer: InvestigationWriter,
  call: EndpointCaller,
  { before, after, statistic }: ComparisonEntry,
): Promise<void> {
  const query = {
    before: before.reference,
    after: after.reference,
    statistic,
    format: "markdown",
  } as const;
  const exported = await call(exportComparisonContract, exportComparison, { query });
  if (exported.format !== "markdown")
    throw new ScenarioError("the report of the comparison is not Markdown", "report this fault");
  await writer.attach({
    fileName: exported.fileName,
    title: `Report of the first day of the release of ${releaseDeployment}`,
    content: exported.text,
    step: "form-hypotheses",
  });
}
