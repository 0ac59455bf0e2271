/** Describes one endpoint as an OpenAPI operation. */
import { z } from "zod";
import type { ZodOpenApiOperationObject } from "zod-openapi";
import type { AnyContract, WriteGuard } from "@/lib/contracts/contract";
import { problem } from "@/lib/contracts/fields";
import { findAccessRule, needsConfirmation, listEndpointScopes } from "@/lib/server/access/policy";

/** Name of the OpenAPI security scheme for API tokens. */
export const tokenScheme = "apiToken";

const guardHeaders: Readonly<Record<WriteGuard, z.ZodObject>> = {
  "idempotency-key": z.object({
    "Idempotency-Key": z.string().meta({
      description:
        "A unique text that the client chooses. A repeated request with the same key has no further effect.",
    }),
  }),
  "if-match": z.object({
    "If-Match": z.string().meta({
      description: 'Version of the object that the change is based on, in quotes, such as "3".',
    }),
  }),
};

/** Returns the OpenAPI operation of an endpoint. Its tag is the noun of the path, such as `baselines`. */
export function describeEndpoint(contract: AnyContract): ZodOpenApiOperationObject {
  const { id, path, guard, params, query } = contract;
  return {
    operationId: id,
    summary: toSummary(id),
    description: describeRules(contract),
    tags: [path.split("/")[3] ?? path.split("/")[2] ?? ""],
    security: describeSecurity(id),
    requestParams: {
      path: params as z.ZodObject,
      query: query as z.ZodObject,
      ...(guard === undefined ? {} : { header: guardHeaders[guard] }),
    },
    ...describeBody(contract),
    responses: {
      // The status is 201 if an object was created, otherwise 200.
      "2XX": { description: "The request succeeded.", content: describeResponse(contract) },
      default: {
        description: "The request failed. `code` names the reason and `next` the next step.",
        content: { "application/problem+json": { schema: problem } },
      },
    },
  };
}

function toSummary(id: string): string {
  const words = id.replaceAll("-", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const binary = { "application/octet-stream": { schema: { type: "string", format: "binary" } } } as const;

/** Returns the content of a response: JSON, or a file with the content type of its format. */
function describeResponse({ hasFileResponse, response }: AnyContract) {
  return hasFileResponse === true ? binary : { "application/json": { schema: response } };
}

function describeBody({
  method,
  hasFileBody,
  body,
}: AnyContract): Pick<ZodOpenApiOperationObject, "requestBody"> {
  if (method === "GET") return {};
  const content = hasFileBody === true ? binary : { "application/json": { schema: body } };
  return { requestBody: { required: true, content } };
}

/** Returns the security requirements of an endpoint. The list is empty if no sign-in is needed. A browser session has all rights of its person. */
function describeSecurity(id: string): NonNullable<ZodOpenApiOperationObject["security"]> {
  return listEndpointScopes(id).length === 0 ? [] : [{ [tokenScheme]: [] }];
}

function describeRules({ id, timeLimitMs, maxBodyBytes }: AnyContract): string {
  return [
    describeRole(id),
    describeScopes(id),
    needsConfirmation(id)
      ? "Requires that the person signed in or confirmed the session within the last 10 minutes."
      : "",
    `Ends after ${timeLimitMs / 1_000} s.`,
    maxBodyBytes === 0 ? "" : `The body is limited to ${maxBodyBytes.toLocaleString("en")} bytes.`,
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

function describeRole(id: string): string {
  const rule = findAccessRule(id);
  if (rule?.kind === "public") return "Requires no sign-in.";
  if (rule?.kind === "self") return "Requires a sign-in in a browser.";
  return `Requires the role “${rule?.lowestRole ?? "admin"}”.`;
}

function describeScopes(id: string): string {
  if (findAccessRule(id)?.kind !== "role") return "";
  const scopes = listEndpointScopes(id);
  return scopes.length === 0
    ? "Not allowed with an API token."
    : `Needs an API token with the scope ${scopes.join(" or ")}, or a browser session.`;
}
