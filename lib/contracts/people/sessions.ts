/** Endpoints of the caller's sessions: lists them and ends one. */
import { z } from "zod";
import { defineContract } from "../contract";
import { emptyObject } from "../fields";
import { signInKind } from "./session";

/** Lists the sessions of the caller. */
export const sessionsContract = defineContract({
  id: "sessions",
  method: "GET",
  path: "/api/v1/sessions",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: emptyObject,
  body: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    signInKind,
    /** Sessions, the most recently used first. Empty for the operator and for visitors of the demo, who have no sessions. */
    sessions: z.array(
      z.object({
        id: z.string(),
        /** User-Agent of the browser that signed in. */
        program: z.string().nullable(),
        address: z.string().nullable(),
        startedAtMs: z.number(),
        /** Last use. It is stored at most once a minute. */
        usedAtMs: z.number(),
        /** True for the session of this request. */
        isCurrent: z.boolean(),
      }),
    ),
  }),
});

/** Ends one session of the caller. */
export const endSessionContract = defineContract({
  id: "end-session",
  method: "DELETE",
  path: "/api/v1/sessions/[sessionId]",
  timeLimitMs: 5_000,
  maxBodyBytes: 1_024,
  params: z.strictObject({ sessionId: z.uuid() }),
  query: emptyObject,
  body: emptyObject,
  response: z.object({ endedId: z.string() }),
});

/** Response of `GET /api/v1/sessions`. */
export type SessionsResponse = z.infer<typeof sessionsContract.response>;
