/** Endpoints for teams: list, create, rename and delete teams, add and remove members. */
import { z } from "zod";
import { evidenceRetentionMaxDays, teamNameMaxLength } from "@/lib/model/person";
import { defineContract } from "../contract";
import { displayName, emptyObject } from "../fields";

const id = z.uuid();
const name = displayName(teamNameMaxLength);

const team = z.object({
  id: z.string(),
  name: z.string(),
  /** True if the caller is a member or an admin, and may therefore assign deployments and baselines to the team. */
  canChoose: z.boolean(),
  /** By name. */
  members: z.array(z.object({ id: z.string(), name: z.string() })),
  deploymentCount: z.number().int(),
  baselineCount: z.number().int(),
  investigationCount: z.number().int(),
  /** Days after the end of an investigation until the data of its evidence are removed. Null: never. */
  evidenceRetentionDays: z.number().int().nullable(),
  version: z.number().int(),
});

const defaults = { timeLimitMs: 5_000, maxBodyBytes: 1_024, query: emptyObject } as const;

/** Lists teams with their members. */
export const teamsContract = defineContract({
  ...defaults,
  id: "teams",
  method: "GET",
  path: "/api/v1/teams",
  maxBodyBytes: 0,
  params: emptyObject,
  body: emptyObject,
  /** By name. */
  response: z.object({ asOfMs: z.number(), teams: z.array(team) }),
});

/** Creates a team. */
export const createTeamContract = defineContract({
  ...defaults,
  id: "create-team",
  method: "POST",
  path: "/api/v1/teams",
  guard: "idempotency-key",
  params: emptyObject,
  body: z.strictObject({ name }),
  response: z.object({ teamId: z.string() }),
});

/** Renames a team, or sets how long its evidence is stored. */
export const editTeamContract = defineContract({
  ...defaults,
  id: "edit-team",
  method: "PATCH",
  path: "/api/v1/teams/[teamId]",
  guard: "if-match",
  params: z.strictObject({ teamId: id }),
  /** Absent fields stay unchanged. */
  body: z
    .strictObject({
      name: name.optional(),
      evidenceRetentionDays: z.int().min(1).max(evidenceRetentionMaxDays).nullable().optional(),
    })
    .refine((change) => Object.keys(change).length > 0, "specify at least one field"),
  response: z.object({ teamId: z.string() }),
});

/** Deletes a team. */
export const deleteTeamContract = defineContract({
  ...defaults,
  id: "delete-team",
  method: "DELETE",
  path: "/api/v1/teams/[teamId]",
  guard: "if-match",
  params: z.strictObject({ teamId: id }),
  body: emptyObject,
  response: z.object({ deletedId: z.string() }),
});

/** Adds a person to a team. */
export const addMemberContract = defineContract({
  ...defaults,
  id: "add-member",
  method: "POST",
  path: "/api/v1/teams/[teamId]/members",
  guard: "idempotency-key",
  params: z.strictObject({ teamId: id }),
  body: z.strictObject({ personId: id }),
  response: z.object({ teamId: z.string() }),
});

/** Removes a person from a team. */
export const removeMemberContract = defineContract({
  ...defaults,
  id: "remove-member",
  method: "DELETE",
  path: "/api/v1/teams/[teamId]/members/[personId]",
  guard: "idempotency-key",
  params: z.strictObject({ teamId: id, personId: id }),
  body: emptyObject,
  response: z.object({ teamId: z.string() }),
});

/** Response of `GET /api/v1/teams`. */
export type TeamsResponse = z.infer<typeof teamsContract.response>;
