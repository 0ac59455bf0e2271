/** The caller of a request. Without sign-in it is the operator of this machine, who may do everything. */
import { allSources, type SourceScope } from "@/lib/model/sources/source-scope";
import type { Role } from "./access/roles";
import { readClientAddress } from "./http/client-address";
import type { ReadableHeaders } from "./http/request-guard";

export interface Principal {
  readonly kind: "operator" | "system";
  readonly id: string;
  readonly role: Role;
  /** Sources that the caller may read. */
  readonly sourceScope: SourceScope;
  /** Network address of the client. Null if Ridgepoint itself is the caller. */
  readonly address: string | null;
}

const operator: Omit<Principal, "address"> = {
  kind: "operator",
  id: "operator",
  role: "admin",
  sourceScope: allSources,
};

/** Ridgepoint itself, for changes made by background jobs. */
export const systemPrincipal: Principal = {
  kind: "system",
  id: "system",
  role: "admin",
  sourceScope: allSources,
  address: null,
};

/** Returns the caller of a request. Loopback and the host allow-list keep others out. */
export function identify({ headers }: { readonly headers: ReadableHeaders }): Promise<Principal> {
  return Promise.resolve({ ...operator, address: readClientAddress(headers) });
}
