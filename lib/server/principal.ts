/**
 * The caller of a request: a person who signed in, a token, a wall display, or a visitor. A visitor of the demo acts
 * as its editor. While no person exists, the caller is the operator of this machine, who may do everything.
 */
import { backgroundHeader } from "@/lib/base/sign-in";
import { allSources, createSourceScope, type SourceScope } from "@/lib/model/sources/source-scope";
import type { Role } from "@/lib/model/person";
import { readClientAddress } from "./http/client-address";
import type { ReadableHeaders } from "./http/request-guard";
import { refreshAuthorNames } from "./sessions/author-names";
import { findDemoVisitor } from "./sessions/demo-visitor";
import { readDisplayToken } from "./sessions/display-cookie";
import { isSentFromThisMachine } from "./sessions/local-operator";
import { hasAnyPerson } from "./sessions/person-exists";
import { hashToken, readSessionToken } from "./sessions/session-cookie";
import { findTrustedPerson } from "./sessions/trusted-person";
import { verifyDisplay, type VerifiedDisplay } from "./sessions/verify-display";
import { verifySession, type VerifiedSession } from "./sessions/verify-session";
import { readBearerToken, verifyToken, type VerifiedToken } from "./tokens/verify-token";

/** Caller of a request with its rights. */
export interface Principal {
  readonly kind: "operator" | "person" | "token" | "display" | "visitor" | "system";
  /** Id of the person, or of the person or service account of a token, who is the author of its changes. */
  readonly id: string;
  /** Null for a visitor, who has no rights. */
  readonly role: Role | null;
  /** Sources that the caller may read. */
  readonly sourceScope: SourceScope;
  /** Teams of the person, or of the person or service account of a token. */
  readonly teamIds: readonly string[];
  /** Network address of the client. Null if Ridgepoint itself is the caller. */
  readonly address: string | null;
  /** Present for a person who signed in here, absent for a person whom a proxy signed in. */
  readonly session?: VerifiedSession;
  /** True for a visitor of the demo, who has the rights of its editor without a sign-in. */
  readonly isDemoVisitor?: true;
  /** Present for a token, which has only the rights of its scopes. */
  readonly token?: VerifiedToken;
  /** Present for a wall display, which may only read what its pages show. */
  readonly display?: VerifiedDisplay;
}

/** Role, teams and sources of a caller, which decide what it may read. */
export type Reader = Pick<Principal, "role" | "teamIds" | "sourceScope">;

const operator: Omit<Principal, "address"> = {
  kind: "operator",
  id: "operator",
  role: "admin",
  sourceScope: allSources,
  teamIds: [],
};

/** Ridgepoint itself as the caller, for changes by background jobs. */
export const systemPrincipal: Principal = {
  kind: "system",
  id: "system",
  role: "admin",
  sourceScope: allSources,
  teamIds: [],
  address: null,
};

/** Request with the headers that identify its caller. */
export interface IdentifiableRequest {
  readonly headers: ReadableHeaders;
}

/**
 * Returns the caller of a request. While PostgreSQL does not respond, a cached identity is used only for requests that
 * read; a request that changes data throws database-unavailable. Throws sign-in-required for an invalid token, even if
 * the request also has a valid session. Throws forbidden if anyone but the sign-in proxy sends its header.
 */
export async function identifyCaller(
  { headers }: IdentifiableRequest,
  { changesData = false }: { readonly changesData?: boolean } = {},
): Promise<Principal> {
  const address = readClientAddress(headers);
  const bearer = readBearerToken(headers);
  if (bearer !== undefined) {
    const verified = await verifyToken(bearer, address);
    await refreshAuthorNames(verified.holderId);
    return createTokenPrincipal(verified, address);
  }
  const trusted = await findTrustedPerson(headers, { allowsOutage: !changesData });
  if (trusted !== undefined) {
    await refreshAuthorNames(trusted.id);
    return { kind: "person", ...trusted, sourceScope: allSources, address };
  }
  const token = readSessionToken(headers);
  const session =
    token === undefined
      ? undefined
      : await verifySession(hashToken(token), {
          isUse: headers.get(backgroundHeader) === null,
          allowsOutage: !changesData,
        });
  if (session !== undefined) {
    await refreshAuthorNames(session.personId);
    return {
      kind: "person",
      id: session.personId,
      role: session.role,
      sourceScope: allSources,
      teamIds: session.teamIds,
      address,
      session,
    };
  }
  const displayToken = readDisplayToken(headers);
  const display =
    displayToken === undefined
      ? undefined
      : await verifyDisplay(displayToken, { address, allowsOutage: !changesData });
  if (display !== undefined) return createDisplayPrincipal(display, address);
  const demoVisitor = await findDemoVisitor({ allowsOutage: !changesData });
  if (demoVisitor !== undefined) {
    await refreshAuthorNames(demoVisitor.id);
    return { kind: "person", ...demoVisitor, sourceScope: allSources, address, isDemoVisitor: true };
  }
  // While no person exists, only a program or browser on this machine is the operator.
  const isOperator = isSentFromThisMachine(headers) && !(await hasAnyPerson());
  return isOperator ? { ...operator, address } : createVisitor({ headers });
}

function createTokenPrincipal(token: VerifiedToken, address: string | null): Principal {
  const { holderId, role, teamIds } = token;
  return { kind: "token", id: holderId, role, sourceScope: allSources, teamIds, address, token };
}

function createDisplayPrincipal(display: VerifiedDisplay, address: string | null): Principal {
  return {
    kind: "display",
    id: display.id,
    role: "viewer",
    teamIds: [],
    sourceScope: allSources,
    address,
    display,
  };
}

/** Returns the caller of a request that needs no sign-in. */
export function createVisitor({ headers }: IdentifiableRequest): Principal {
  return {
    kind: "visitor",
    id: "visitor",
    role: null,
    sourceScope: createSourceScope([]),
    teamIds: [],
    address: readClientAddress(headers),
  };
}
