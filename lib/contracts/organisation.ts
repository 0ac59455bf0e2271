/** Endpoint of the organisation's settings. */
import { z } from "zod";
import { defineContract, type ResponseOf } from "./contract";
import { emptyObject, timeZone } from "./fields";

const organisation = z.object({
  asOfMs: z.number(),
  /** IANA name of the time zone in which hours and days of the week are counted. */
  timeZone: z.string(),
  /** Whether an admin who signs in with a password needs a second factor. */
  requiresSecondFactor: z.boolean(),
  /** Whether editors may create links that show a report without a sign-in. */
  allowsReportLinks: z.boolean(),
  /** Why the caller may not change these settings. Null if the caller may. */
  changeRefusal: z.string().nullable(),
  /** Version of the settings; 0 while all settings have their default. */
  version: z.number(),
});

/** Reads the settings of the organisation. */
export const organisationContract = defineContract({
  id: "organisation",
  method: "GET",
  path: "/api/v1/organisation",
  timeLimitMs: 5_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: emptyObject,
  body: emptyObject,
  response: organisation,
});

/** Changes settings of the organisation. */
export const editOrganisationContract = defineContract({
  id: "edit-organisation",
  method: "PATCH",
  path: "/api/v1/organisation",
  guard: "if-match",
  timeLimitMs: 5_000,
  maxBodyBytes: 1_024,
  params: emptyObject,
  query: emptyObject,
  /** Absent fields stay unchanged. */
  body: z
    .strictObject({ timeZone: timeZone.exactOptional(), allowsReportLinks: z.boolean().exactOptional() })
    .refine((change) => Object.keys(change).length > 0, "specify at least one field"),
  response: organisation,
});

/**
 * Changes whether admins need a second factor. The caller must confirm their identity first, because admins without a
 * second factor lose their rights.
 */
export const editSignInRulesContract = defineContract({
  id: "edit-sign-in-rules",
  method: "PATCH",
  path: "/api/v1/organisation/sign-in",
  guard: "if-match",
  timeLimitMs: 5_000,
  maxBodyBytes: 256,
  params: emptyObject,
  query: emptyObject,
  body: z.strictObject({ requiresSecondFactor: z.boolean() }),
  response: organisation,
});

/** Response of `GET /api/v1/organisation`. */
export type OrganisationResponse = ResponseOf<typeof organisationContract>;
/** Body of `PATCH /api/v1/organisation`. */
export type EditOrganisationBody = z.input<typeof editOrganisationContract.body>;
/** Body of `PATCH /api/v1/organisation/sign-in`. */
export type EditSignInRulesBody = z.input<typeof editSignInRulesContract.body>;
