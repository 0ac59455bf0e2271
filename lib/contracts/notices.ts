/** Dismissing a notice; the list comes with the discovery door. */
import { z } from "zod";
import { defineContract } from "./contract";
import { nothing } from "./fields";

export const dismissNoticeContract = defineContract({
  id: "dismiss-notice",
  method: "POST",
  path: "/api/v1/notices/[noticeId]/dismiss",
  access: "write",
  guard: "idempotency-key",
  timeLimitMs: 5_000,
  maxBodyBytes: 1_024,
  params: z.strictObject({ noticeId: z.uuid() }),
  query: nothing,
  body: nothing,
  response: z.object({ asOfMs: z.number(), dismissedId: z.string() }),
});
