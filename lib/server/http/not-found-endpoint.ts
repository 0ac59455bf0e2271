/** Problem responses below /api for unknown paths and for methods that a path does not support. */
import { randomUUID } from "node:crypto";
import { contracts } from "@/lib/server/http/contract-list";
import { AppError } from "@/lib/model/app-error";
import { readEnvironment } from "@/lib/server/environment/env";
import { createProblemResponse } from "./problem-response";
import { assertAllowedHost } from "./request-guard";
import { restoreMethodName } from "./trace-method";

/** Methods that the framework supports in addition to a method: HEAD for every endpoint with GET. */
const byFramework: Readonly<Record<string, readonly string[]>> = { GET: ["HEAD"] };

/**
 * Returns the refusal of a method that the endpoint does not support. Undefined for a supported method and
 * for unknown paths.
 */
export function createMethodNotAllowedResponse(method: string, pathname: string): Response | undefined {
  const methods = contracts
    .filter(({ path }) => matchesPath(path, pathname))
    .map((contract) => contract.method);
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
