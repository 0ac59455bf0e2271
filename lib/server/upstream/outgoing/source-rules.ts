/**
 * Rules for the addresses of sources. Only the operator configures sources, and metrics servers usually have private
 * addresses. Link-local addresses and metadata services are refused, because no metrics or trace server has such an
 * address. RIDGEPOINT_ALLOW_LINK_LOCAL allows them.
 */
import { classifyAddress } from "./address-ranges";
import { isMetadataName, toTarget, type OutgoingRules } from "./outgoing-rules";

/** Environment variable that permits sources with a link-local address. */
export const allowLinkLocalVariable = "RIDGEPOINT_ALLOW_LINK_LOCAL";

/** Returns whether the host of a URL is a link-local address in any notation, or a metadata service. */
export function isMetadataHost(url: URL): boolean {
  const { hostname } = toTarget(url);
  return isMetadataName(hostname) || classifyAddress(hostname) === "metadata";
}

/**
 * Rules for connections to sources. The server also checks the URL of each source at its start, and names its
 * variable in the error.
 */
export const sourceRules: OutgoingRules = {
  findHostRefusal: ({ hostname }) =>
    isMetadataName(hostname) || classifyAddress(hostname) === "metadata" ? describe("is") : null,
  findAddressRefusal: (address) => (classifyAddress(address) === "metadata" ? describe("resolves to") : null),
};

/** Reads the variable directly, because the doctor connects without a complete environment. */
function describe(verb: string): string | null {
  if (process.env[allowLinkLocalVariable] === "1") return null;
  return `${verb} a link-local or metadata address. ${allowLinkLocalVariable}=1 allows it`;
}
