/** Describes all endpoints as an OpenAPI document, from their contracts and the access policy. */
import { createDocument, type ZodOpenApiPathsObject } from "zod-openapi";
import { apiDescriptionContract, type ApiDescription } from "@/lib/contracts/installation/api-description";
import type { AnyContract } from "@/lib/contracts/contract";
import { contracts } from "@/lib/server/http/contract-list";
import type { Handler } from "@/lib/server/handler";
import { getProcessState } from "@/lib/server/process-state";
import { version } from "@/lib/server/version";
import { describeEndpoint, tokenScheme } from "./describe-endpoint";

/**
 * Returns the OpenAPI description. It is created once per process, because contracts do not change while it
 * runs.
 */
export const getApiDescription: Handler<typeof apiDescriptionContract> = () =>
  Promise.resolve(getProcessState("api-description", () => describeApi(contracts)));

function describeApi(listed: readonly AnyContract[]): ApiDescription {
  return apiDescriptionContract.response.parse(
    createDocument({
      openapi: "3.1.0",
      info: {
        title: "Ridgepoint",
        version,
        description:
          "Programs use an API token of Settings › API tokens. Times are milliseconds since 1970 in UTC. A value that cannot be read is absent with a reason, and never 0.",
      },
      servers: [{ url: "/" }],
      paths: describePaths(listed),
      components: {
        securitySchemes: {
          [tokenScheme]: { type: "http", scheme: "bearer", description: "An API token." },
        },
      },
    }),
  );
}

function describePaths(listed: readonly AnyContract[]): ZodOpenApiPathsObject {
  const paths: Record<string, Record<string, ReturnType<typeof describeEndpoint>>> = {};
  for (const contract of listed.toSorted((a, b) => a.path.localeCompare(b.path))) {
    const path = contract.path.replaceAll(/\[(\w+)\]/g, "{$1}");
    paths[path] = { ...paths[path], [contract.method.toLowerCase()]: describeEndpoint(contract) };
  }
  return paths;
}
