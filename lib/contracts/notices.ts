/** Notices endpoints: list and dismiss notices. */
import { z } from "zod";
import { noticeKinds } from "@/lib/model/deployment/notice";
import { defineContract } from "./contract";
import { emptyObject, slug } from "./fields";

/** Schema of a notice. */
export const notice = z.object({
  id: z.string(),
  kind: z.enum(noticeKinds),
  atMs: z.number(),
  title: z.string(),
  detail: z.string(),
  deployment: z.object({ slug, title: z.string() }).nullable(),
});

/** Lists the notices that the page shows at its top. */
export const noticesContract = defineContract({
  id: "notices",
  method: "GET",
  path: "/api/v1/notices",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: emptyObject,
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    /** Notices that are not dismissed, newest first. */
    notices: z.array(notice),
  }),
});

/** Dismisses a notice for all people. */
export const dismissNoticeContract = defineContract({
  id: "dismiss-notice",
  method: "POST",
  path: "/api/v1/notices/[noticeId]/dismiss",
  guard: "idempotency-key",
  timeLimitMs: 5_000,
  maxBodyBytes: 1_024,
  params: z.strictObject({ noticeId: z.uuid() }),
  query: emptyObject,
  body: emptyObject,
  response: z.object({ asOfMs: z.number(), dismissedId: z.string() }),
});

/** Response of `GET /api/v1/notices`. */
export type NoticesResponse = z.infer<typeof noticesContract.response>;
/** Notice about a deployment, or about the configuration file. */
export type DeploymentNotice = z.infer<typeof notice>;
