/** Problem responses below /api for unknown paths and for methods that a path does not support. */
import { randomUUID } from "node:crypto";
import type { AnyContract } from "@/lib/contracts/contract";
import { AppError } from "@/lib/model/app-error";
import { readEnvironment } from "@/lib/server/environment/env";
import { createProblemResponse } from "./problem-response";
import { assertAllowedHost } from "./request-guard";
import { restoreMethodName } from "./trace-method";

type Endpoint = Pick<AnyContract, "method" | "path" | "maxBodyBytes">;

const isEndpoint = (exported: unknown): exported is Endpoint =>
  typeof exported === "object" &&
  exported !== null &&
  "method" in exported &&
  "path" in exported &&
  "maxBodyBytes" in exported;

/** The endpoints of all contracts. The framework does not expose the methods of a path. */
export const endpoints: readonly Endpoint[] = Object.values(
  import.meta.glob<Readonly<Record<string, unknown>>>(["../../contracts/**/*.ts", "!**/*.test.ts"], {
    eager: true,
  }),
)
  .flatMap((module) => Object.values(module))
  .filter(isEndpoint);

/** Methods that the framework adds to every reading endpoint. */
const byFramework: Readonly<Record<string, readonly string[]>> = { GET: ["HEAD"] };

/** Returns the refusal of an unsupported method. Undefined when the method is supported, and for unknown paths. */
export function createMethodNotAllowedResponse(method: string, pathname: string): Response | undefined {
  const methods = endpoints
    .filter(({ path }) => matchesPath(path, pathname))
    .map((endpoint) => endpoint.method);
  const allowed = ["OPTIONS", ...methods.flatMap((each) => [each, ...(byFramework[each] ?? [])])];
  if (methods.length === 0 || allowed.includes(method)) return undefined;
  const refusal = createProblemResponse(
    new AppError("method-not-allowed", `${pathname} does not support ${restoreMethodName(method)}`),
    randomUUID(),
  );
  refusal.headers.set("allow", allowed.toSorted().join(", "));
  return refusal;
}

function matchesPath(path: string, pathname: string): boolean {
  const [parts, requestedParts] = [path.split("/"), pathname.replace(/\/$/, "").split("/")];
  return (
    parts.length === requestedParts.length &&
    parts.every((part, index) =>
      part.startsWith("[") ? requestedParts[index] !== "" : part === requestedParts[index],
    )
  );
}

/** Responds to every unknown path below /api. */
export function createNotFoundResponse(request: Request): Response {
  const requestId = randomUUID();
  try {
    assertAllowedHost(request.headers, readEnvironment().publicUrl);
    throw new AppError("not-found", `there is no endpoint at ${new URL(request.url).pathname}`);
  } catch (error) {
    return createProblemResponse(error, requestId);
  }
}
