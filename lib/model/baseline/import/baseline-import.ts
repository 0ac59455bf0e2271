/** The import of a baseline from a file, which this installation did not measure. */
import { z } from "zod";

/** Schema of the import of a baseline: who imported the file, when, and whether it matched its content hash. */
export const baselineImport = z.strictObject({
  importedBy: z.string().max(1_000),
  atMs: z.number(),
  /**
   * True if the content hash of the file matched, false if the file had none. Null if an earlier release did not record
   * it.
   */
  isHashVerified: z.boolean().nullable(),
});
/** Who imported a baseline, when, and whether its file matched its content hash. */
export type BaselineImport = z.infer<typeof baselineImport>;
