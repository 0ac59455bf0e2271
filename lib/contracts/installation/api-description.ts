/** Endpoint that describes all endpoints as an OpenAPI document. */
import { z } from "zod";
import { defineContract } from "../contract";
import { emptyObject } from "../fields";

/** The parts of an operation that the API page reads. */
const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
});
/** Operation of an endpoint in the OpenAPI document. */
export type ApiOperation = z.infer<typeof operation>;

/** Describes all endpoints as an OpenAPI document. */
export const apiDescriptionContract = defineContract({
  id: "api-description",
  method: "GET",
  path: "/api/v1/openapi.json",
  timeLimitMs: 10_000,
  maxBodyBytes: 0,
  params: emptyObject,
  query: emptyObject,
  body: emptyObject,
  response: z.looseObject({
    /** Version of the OpenAPI format. */
    openapi: z.string(),
    info: z.looseObject({ title: z.string(), version: z.string() }),
    /** Operations by path, then by method in lower case. */
    paths: z.record(z.string(), z.record(z.string(), operation)),
    components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
  }),
});
/** Response of `GET /api/v1/openapi.json`. */
export type ApiDescription = z.infer<typeof apiDescriptionContract.response>;
