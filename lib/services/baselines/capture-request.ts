/** The request of a capture, as the row of the capture stores the request. */
import { z } from "zod";
import { enteredLoad } from "@/lib/model/baseline/baseline-document";

/** Schema of a requested capture: the window in epoch milliseconds, the load, the deployment and its source. */
export const captureRequest = z.strictObject({
  startMs: z.number(),
  endMs: z.number(),
  load: enteredLoad,
  /** Deployment and source at the time of the request, because the row of a capture may outlive its deployment. */
  deployment: z.strictObject({ slug: z.string(), title: z.string() }).exactOptional(),
  source: z.string().exactOptional(),
});

/** Window, load, deployment and source of a requested capture. */
export type CaptureRequest = z.infer<typeof captureRequest>;
