/** Endpoints for the people and relations of investigations, and for the page of one person. */
import { z } from "zod";
import { storedFactor } from "@/lib/model/investigation/experiments/experiment-schema";
import { participantRoles, relationKinds } from "@/lib/model/investigation/investigation";
import { defineContract, type ResponseOf } from "../contract";
import { emptyObject } from "../fields";
import { investigationParams, readRules, removeRules, writeRules } from "./request-fields";
import { investigationEntry, participant, relation } from "./response-fields";

/** Lists the people who can take part in investigations. */
export const investigationPeopleContract = defineContract({
  ...readRules,
  id: "investigation-people",
  path: "/api/v1/investigations/people",
  params: emptyObject,
  /** Active people, who can be owners and participants and can be mentioned. By name, at most 1,000. */
  response: z.object({
    asOfMs: z.number(),
    people: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        /** Name of the person, followed by the person's teams if other people have the same name. */
        label: z.string(),
      }),
    ),
    isTruncated: z.boolean(),
  }),
});

const participants = z.object({ asOfMs: z.number(), participants: z.array(participant) });

/** Sets the role of a participant. */
export const setParticipantContract = defineContract({
  ...writeRules,
  id: "set-participant",
  path: "/api/v1/investigations/[number]/participants",
  /** Adds a person, or changes the role of a participant. */
  body: z.strictObject({ personId: z.uuid(), role: z.enum(participantRoles) }),
  response: participants,
});

/** Removes a participant. */
export const removeParticipantContract = defineContract({
  ...removeRules,
  id: "remove-participant",
  path: "/api/v1/investigations/[number]/participants/[personId]",
  params: investigationParams.extend({ personId: z.uuid() }),
  body: emptyObject,
  response: participants,
});

const relations = z.object({ asOfMs: z.number(), relations: z.array(relation) });

/** Relates an investigation to another one, for example as a duplicate. */
export const addRelationContract = defineContract({
  ...writeRules,
  id: "add-relation",
  path: "/api/v1/investigations/[number]/relations",
  body: z.strictObject({
    kind: z.enum(relationKinds),
    /** Number of the other investigation. */
    related: z.int().min(1).max(999_999_999),
  }),
  response: relations,
});

/** Removes the relation to another investigation. */
export const removeRelationContract = defineContract({
  ...removeRules,
  id: "remove-relation",
  path: "/api/v1/investigations/[number]/relations/[relationId]",
  params: investigationParams.extend({ relationId: z.uuid() }),
  body: emptyObject,
  response: relations,
});

/** Adopted change of an experiment that waits for an approval. */
export const awaitedApproval = z.object({
  experimentId: z.string(),
  /** Number and title of the investigation. */
  number: z.number().int(),
  title: z.string(),
  /** Number of the experiment, such as 1 for X1. */
  experiment: z.number().int(),
  factor: storedFactor,
  /** The person who decided to adopt the change. */
  author: z.string(),
  /** Time of the decision. */
  atMs: z.number(),
});

/** Lists the mentions, due dates, awaited approvals and open investigations of the caller. */
export const forYouContract = defineContract({
  ...readRules,
  id: "for-you",
  path: "/api/v1/investigations/for-you",
  params: emptyObject,
  response: z.object({
    asOfMs: z.number(),
    /** Comments that mention the caller, newest first, at most 50. */
    mentions: z.array(
      z.object({
        entryId: z.string(),
        number: z.number().int(),
        title: z.string(),
        text: z.string(),
        author: z.string(),
        atMs: z.number(),
      }),
    ),
    /** Changes that the caller may approve, the latest decision first, at most 50. */
    approvals: z.array(awaitedApproval),
    /** Open investigations of the caller with a due date, the earliest first, at most 50. */
    due: z.array(investigationEntry),
    /** Open investigations that the caller owns, last changed first, at most 50. */
    owned: z.array(investigationEntry),
    /** Open investigations in which the caller participates, last changed first, at most 50. */
    participating: z.array(investigationEntry),
    /**
     * Open investigations that the caller opened without owning them or participating in them, last changed first, at
     * most 50.
     */
    opened: z.array(investigationEntry),
  }),
});

/** Response of `GET /api/v1/investigations/for-you`. */
export type ForYouResponse = ResponseOf<typeof forYouContract>;
/** Response of `GET /api/v1/investigations/people`. */
export type InvestigationPeopleResponse = ResponseOf<typeof investigationPeopleContract>;
