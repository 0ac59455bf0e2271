/**
 * Imports an exported document without changing it, so that its content hash stays the same. A later read converts it to
 * the current schema. The baseline belongs to the deployment whose slug the document contains, if it exists.
 */
import { z } from "zod";
import type { importBaselineContract } from "@/lib/contracts/baselines";
import { AppError } from "@/lib/model/app-error";
import { parseBaselineDocument, baselineSchemaVersion } from "@/lib/model/baseline/baseline-document";
import { findImpossibleValue } from "@/lib/model/baseline/import/impossible-value";
import { includesSource } from "@/lib/model/sources/source-scope";
import { nowMs } from "@/lib/server/clock";
import type { Handler } from "@/lib/server/handler";
import { writeChange } from "@/lib/server/with-change";
import { readKnownDeployments } from "@/lib/services/deployments/known-deployments";
import { requireDeploymentTeam } from "@/lib/services/deployments/require-deployment-team";
import { chooseOwner } from "./baseline-owner";
import { summariseDocument } from "./baseline-row";
import { hashDocument } from "./hash-document";
import { findBaselineEntry } from "./find-baseline";
import { chooseFreeBaselineName, requireFreeBaselineName } from "./free-name";

/**
 * Stores a baseline from an exported document. Throws invalid-input if the document is invalid, has impossible values, was
 * written by a newer release, or does not match its content hash. Throws forbidden if the caller is not in the team of the
 * deployment or not in the chosen team. Throws conflict for a name in use, and database-unavailable.
 */
export const importBaseline: Handler<typeof importBaselineContract> = async ({ body, query, principal }) => {
  const { document: received, isHashVerified } = unwrapDocument(body);
  const parsed = parseBaselineDocument(received);
  if (parsed.kind === "newer")
    throw new AppError(
      "invalid-input",
      `The document has schema version ${parsed.schemaVersion}, but this release reads at most ${baselineSchemaVersion}.`,
      { userMessage: { title: "Newer document", next: "Update Ridgepoint, then import it again." } },
    );
  if (parsed.kind === "invalid")
    throw new AppError(
      "invalid-input",
      `The document is not a valid baseline: ${parsed.problem}`,
      invalidFile("Not a baseline"),
    );
  const { document } = parsed;
  const problem = findImpossibleValue(document);
  if (problem !== null)
    throw new AppError(
      "invalid-input",
      `The document has an impossible value: ${problem}.`,
      invalidFile("Impossible values"),
    );
  const scope = principal.sourceScope;
  const { deployments, aliases } = await readKnownDeployments(scope);
  const slug = aliases.get(document.deployment.slug) ?? document.deployment.slug;
  const deployment = deployments.find((one) => one.slug === slug);
  if (deployment === undefined && !includesSource(scope, document.provenance.source))
    throw new AppError("invalid-input", `There is no deployment ${document.deployment.slug}.`);
  const asOfMs = nowMs();
  const baseline = await writeChange(principal, "import-baseline", async (transaction) => {
    const owned =
      deployment === undefined ? null : await requireDeploymentTeam(transaction, principal, deployment.id);
    const owner = await chooseOwner(transaction, {
      caller: principal,
      choice: query,
      present: { visibility: "open", teamId: null },
      deploymentTeamId: owned?.teamId ?? null,
    });
    const search = { deploymentId: deployment?.id ?? null, caller: principal };
    if (query.name !== undefined) await requireFreeBaselineName(transaction, query.name, search);
    const name =
      query.name ??
      (await chooseFreeBaselineName(
        transaction,
        `${document.deployment.title.slice(0, 100)}, imported`,
        search,
      ));
    const { id } = await transaction.baseline.create({
      data: {
        ...owner,
        deploymentId: deployment?.id ?? null,
        name,
        state: "ready",
        progress: 1,
        document: JSON.parse(JSON.stringify(received)),
        contentHash: hashDocument(received),
        importHashVerified: isHashVerified,
        summary: JSON.parse(JSON.stringify(summariseDocument(document))),
        author: principal.id,
        createdAt: new Date(asOfMs),
      },
      select: { id: true },
    });
    return (await findBaselineEntry(transaction, id, principal)).entry;
  });
  return { asOfMs, baseline };
};

/** Title and next step for the screen. The next step of other invalid requests does not apply to a file. */
const invalidFile = (title: string) =>
  ({ userMessage: { title, next: "Export the baseline again, then import the new file." } }) as const;

const exportedResponse = z.object({ contentHash: z.string(), document: z.unknown() });

/**
 * Returns the document in the body. If the body is a response of the export endpoint, its content hash is verified. If the
 * body is the document itself, there is no hash to verify. A matching hash proves that the file was not changed by
 * accident, but a person who changes the file can compute a new hash.
 */
function unwrapDocument(body: unknown): { readonly document: unknown; readonly isHashVerified: boolean } {
  const exported = exportedResponse.safeParse(body);
  if (!exported.success) return { document: body, isHashVerified: false };
  const { contentHash, document } = exported.data;
  if (hashDocument(document) !== contentHash)
    throw new AppError(
      "invalid-input",
      "The document does not match its content hash, so it was changed after the export. Export the baseline again.",
      invalidFile("Changed file"),
    );
  return { document, isHashVerified: true };
}
