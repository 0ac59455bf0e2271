/** The request of a capture, as its row stores it. */
import { z } from "zod";
import { enteredLoad } from "@/lib/model/baseline/baseline-document";

export const captureRequest = z.strictObject({
  startMs: z.number(),
  endMs: z.number(),
  load: enteredLoad,
  /** Deployment and source at that time. A capture without a document outlives its deployment. */
  deployment: z.strictObject({ slug: z.string(), title: z.string() }).exactOptional(),
  source: z.string().exactOptional(),
});
export type CaptureRequest = z.infer<typeof captureRequest>;
