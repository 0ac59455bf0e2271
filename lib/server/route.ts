/**
 * Wraps every HTTP endpoint. In order: refuses foreign hosts and framework headers, identifies the caller and checks
 * its access, refuses cross-site writes, validates the input, applies the write guard, runs the use case within its
 * time limit, checks the response, and converts errors to problem JSON. A route file contains only this call and a
 * contract.
 */
import { createHash, randomUUID } from "node:crypto";
import { AppError } from "@/lib/model/app-error";
import { respondOnce, parseIdempotencyKey } from "./idempotency";
import { compressBody } from "./http/compressed-response";
import {
  assertAllowedHost,
  assertFileContentType,
  assertJsonContentType,
  assertSameOrigin,
} from "./http/request-guard";
import { checkResponse } from "./http/check-response";
import { isPublic, isWrite, requireAccess } from "./access/require-access";
import { requireConfirmation } from "./access/require-confirmation";
import { createVisitor, identifyCaller, type Principal } from "./principal";
import { startUpload, type RequestUpload } from "./http/upload-budget";
import { createFileResponse, type ResponseFile } from "./http/file-response";
import { parseInput, readBytes, readJson, readQuery } from "./http/read-input";
import { readEnvironment } from "./environment/env";
import { countWriteInThisProcess, countWriteInAllProcesses } from "./http/write-limit";
import { createResponseHeaders, createProblemResponse } from "./http/problem-response";
import { withTimeLimit } from "./http/time-limit";
import type { AnyContract } from "@/lib/contracts/contract";
import type { Handler, HandlerInput, HandlerResponse } from "./handler";

/** Contract of an endpoint, and how its response is sent. */
export interface EndpointOptions<C extends AnyContract> {
  readonly contract: C;
  /** Returns the status code of a response, for endpoints such as readiness. If absent, the status is 200. */
  readonly chooseStatus?: (response: HandlerResponse<C>, input: HandlerInput<C>) => number;
  /**
   * Serialises a response that is sent to many clients. Returns uncompressed JSON, because not all clients accept the
   * same encoding.
   */
  readonly serialize?: (response: HandlerResponse<C>) => Uint8Array<ArrayBuffer>;
  /** Sends the response of a contract with `hasFileResponse` as a file. */
  readonly toFile?: (response: HandlerResponse<C>) => ResponseFile;
  /** Returns the response that is stored for repeats of the request, without secrets, because the database stores only hashes of secrets. */
  readonly forRepeats?: (response: HandlerResponse<C>) => HandlerResponse<C>;
}

type RouteContext = { readonly params: Promise<unknown> };
type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

/** Headers that would control the framework. */
const forbiddenHeaders = ["x-middleware-subrequest", "x-middleware-subrequest-id", "next-resume"] as const;

/**
 * Creates the HTTP endpoint of a contract: it checks host, caller, rights, sizes and time limit, calls
 * `handler`, and converts errors to problems.
 */
export function route<C extends AnyContract>(
  endpoint: EndpointOptions<C>,
  handler: Handler<C>,
): RouteHandler {
  return async (request, context) => {
    const requestId = randomUUID();
    try {
      return await respond({ endpoint, handler, request, context, requestId });
    } catch (error) {
      return createProblemResponse(error, requestId);
    }
  };
}

interface EndpointCall<C extends AnyContract> {
  readonly endpoint: EndpointOptions<C>;
  readonly handler: Handler<C>;
  readonly request: Request;
  readonly context: RouteContext;
  readonly requestId: string;
}

async function respond<C extends AnyContract>({
  endpoint,
  handler,
  request,
  context,
  requestId,
}: EndpointCall<C>): Promise<Response> {
  const { contract } = endpoint;
  const principal = await admit(contract, request);
  const upload = startUpload();
  try {
    const input = await readRequest(contract, { request, context, upload });
    return await answer(input, { endpoint, handler, request, principal, requestId });
  } finally {
    upload.release();
  }
}

type AdmittedCall<C extends AnyContract> = Omit<EndpointCall<C>, "context"> & {
  readonly principal: Principal;
};

async function answer<C extends AnyContract>(
  input: ParsedRequest<C>,
  { endpoint, handler, request, principal, requestId }: AdmittedCall<C>,
): Promise<Response> {
  const { contract } = endpoint;
  return withTimeLimit(contract.timeLimitMs, request.signal, async (signal) => {
    const expectedVersion =
      contract.guard === "if-match" ? parseVersion(request.headers.get("if-match")) : undefined;
    const cookies: string[] = [];
    const full: HandlerInput<C> = {
      ...input,
      principal,
      signal,
      requestId,
      http: { headers: request.headers, setCookie: (header) => void cookies.push(header) },
      ...(expectedVersion === undefined ? {} : { expectedVersion }),
    };
    const work = async (): Promise<HandlerResponse<C>> => checkResponse(contract, await handler(full));
    if (contract.guard !== "idempotency-key") {
      const direct = await dataResponse(endpoint, await work(), { request, input: full });
      for (const cookie of cookies) direct.headers.append("set-cookie", cookie);
      return direct;
    }
    // The first response, which may contain a secret that is not stored.
    let first: HandlerResponse<C> | undefined;
    const storedWork = async (): Promise<HandlerResponse<C>> => {
      first = await work();
      return endpoint.forRepeats?.(first) ?? first;
    };
    const { response, isReplay } = await respondOnce(
      {
        principalId: principal.id,
        contractId: contract.id,
        key: parseIdempotencyKey(request.headers.get("idempotency-key")),
        request: toComparableRequest(contract, input),
        timeLimitMs: contract.timeLimitMs,
        signal,
      },
      storedWork,
    );
    const sent = isReplay || first === undefined ? (response as HandlerResponse<C>) : first;
    const made = await dataResponse(endpoint, sent, { request, input: full });
    if (isReplay) made.headers.set("idempotency-replayed", "true");
    return made;
  });
}

/** Returns the parts of a request that a repeat must have too. A file is represented by its hash. */
function toComparableRequest(contract: AnyContract, input: ParsedRequest<AnyContract>): unknown {
  if (contract.hasFileBody !== true || !(input.body instanceof Uint8Array)) return input;
  return { ...input, body: createHash("sha256").update(input.body).digest("hex") };
}

/** Throws for a request that must not be processed: forbidden, confirmation-required, invalid-input or rate-limited. */
async function admit(contract: AnyContract, request: Request): Promise<Principal> {
  assertAllowedHost(request.headers, readEnvironment().publicUrl);
  for (const name of forbiddenHeaders) {
    if (request.headers.has(name)) throw new AppError("invalid-input", `the header ${name} is not accepted`);
  }
  const principal = isPublic(contract)
    ? createVisitor(request)
    : await identifyCaller(request, { changesData: isWrite(contract) });
  requireAccess(principal, contract);
  if (contract.method !== "GET") {
    assertSameOrigin(request.headers);
    if (contract.hasFileBody === true) assertFileContentType(request.headers);
    else assertJsonContentType(request.headers);
  }
  if (isWrite(contract)) {
    countWriteInThisProcess(request.headers);
    await countWriteInAllProcesses(request.headers);
  }
  await requireConfirmation(principal, contract);
  return principal;
}

type ParsedRequest<C extends AnyContract> = Pick<HandlerInput<C>, "params" | "query" | "body">;

interface RequestReadOptions extends Pick<EndpointCall<AnyContract>, "request" | "context"> {
  readonly upload: RequestUpload;
}

async function readRequest<C extends AnyContract>(
  contract: C,
  { request, context, upload }: RequestReadOptions,
): Promise<ParsedRequest<C>> {
  const params = parseInput<C["params"]>(contract.params, (await context.params) ?? {}, "path");
  const query = parseInput<C["query"]>(contract.query, readQuery(new URL(request.url).searchParams), "query");
  const sent = contract.method === "GET" ? {} : await readBody(contract, request, upload);
  const body = parseInput<C["body"]>(contract.body, sent, "body");
  return { params, query, body };
}

async function readBody(
  { maxBodyBytes, hasFileBody }: AnyContract,
  request: Request,
  upload: RequestUpload,
): Promise<unknown> {
  const bytes = await readBytes(request, maxBodyBytes, upload);
  return hasFileBody === true ? bytes : readJson(bytes);
}

/** Returns the version of If-Match. Refuses weak tags and `*`, because an edit must name the exact version. */
function parseVersion(header: string | null): string {
  if (header === null) throw new AppError("precondition-required", "the header If-Match is missing");
  const version = /^"([\x21\x23-\x7e]{1,64})"$/.exec(header)?.[1];
  if (version === undefined)
    throw new AppError("invalid-input", 'If-Match must be one version in quotes, such as "3"');
  return version;
}

/** Throws precondition-failed unless `expectedVersion`, from If-Match, is the current version. */
export function assertVersion(currentVersion: string, expectedVersion: string | undefined): void {
  if (currentVersion !== expectedVersion) {
    throw new AppError(
      "precondition-failed",
      `the current version is ${currentVersion}, but the edit is based on ${expectedVersion ?? "none"}`,
    );
  }
}

async function dataResponse<C extends AnyContract>(
  endpoint: EndpointOptions<C>,
  response: HandlerResponse<C>,
  { request, input }: { readonly request: Request; readonly input: HandlerInput<C> },
): Promise<Response> {
  const status = endpoint.chooseStatus?.(response, input) ?? 200;
  const headers = createResponseHeaders(input.requestId);
  const file = endpoint.toFile?.(response);
  if (file !== undefined) return createFileResponse(file, { request, headers });
  headers.set("content-type", "application/json");
  const bytes = endpoint.serialize?.(response) ?? new TextEncoder().encode(JSON.stringify(response));
  return new Response(await compressBody(bytes, request, headers), { status, headers });
}
