/** Reads one side of a comparison for a page, which shows what is known and requests the rest again. */
import type { SideReference } from "@/lib/model/comparison/side-reference";
import { createScopedKey } from "@/lib/model/sources/source-scope";
import { waitOrReturnPending } from "@/lib/server/concurrency/pending-after";
import { findOrStartPolledWork } from "@/lib/server/concurrency/polled-work";
import {
  describeWindowSide,
  findComparedWindow,
  readSide,
  type SideIdentity,
  type SideOutcome,
  type SideRequest,
} from "./read-side";

/** One side of a comparison, or only what it is while its window is still being read. */
export type SideReading = SideOutcome | { readonly kind: "pending"; readonly side: SideIdentity };

/**
 * Waits up to `waitMs` for a window that is measured, and returns it as pending after that. The read continues, and a later
 * request for the same window gets its result. A stored baseline is never pending. Throws the errors of `readSide`.
 */
export async function readSideWithin(
  waitMs: number,
  reference: SideReference,
  request: SideRequest,
): Promise<SideReading> {
  const { role, reader, signal: leaving } = request;
  const compared = findComparedWindow(reference, role);
  if (compared === null) return readSide(reference, request);
  const { deployment, window } = compared;
  const { side } = await describeWindowSide(deployment, window, reader);
  const { slug } = side.deployment;
  const work = findOrStartPolledWork(
    { name: "compared-sides", key: createScopedKey(reader.sourceScope, slug, window.from, window.to) },
    async (signal) => ({ outcome: await readSide(reference, { role, reader, signal }), stale: null }),
  );
  const waited = await waitOrReturnPending(waitMs, (signal) => work.joinResult(signal), leaving);
  if (waited.kind === "failed") throw waited.error;
  return waited.kind === "done" ? waited.value.outcome : { kind: "pending", side };
}
