/** Requests of the second factor. */
import { endpointQuery } from "@/lib/client/endpoint-query";
import { fetchJson } from "@/lib/client/fetch-json";
import type {
  RecoveryCodesResponse,
  secondFactorContract,
  StartedSecondFactor,
} from "@/lib/contracts/people/second-factor";

/** Query for whether the second factor is on. */
export const secondFactorQuery = endpointQuery<typeof secondFactorContract>("/api/v1/second-factor", {});

/** Creates the secret of a second factor. The second factor is active after the first code was entered. */
export function startSecondFactor(): Promise<StartedSecondFactor> {
  return fetchJson("/api/v1/second-factor", { method: "POST", body: {} });
}

/** Turns the second factor on with the first code of the authenticator app. */
export function enableSecondFactor(code: string): Promise<RecoveryCodesResponse> {
  return fetchJson("/api/v1/second-factor/enable", { method: "POST", body: { code } });
}

/** Replaces all recovery codes by new ones. */
export function renewRecoveryCodes(): Promise<RecoveryCodesResponse> {
  return fetchJson("/api/v1/second-factor/recovery-codes", { method: "POST", body: {} });
}

/** Turns the second factor off. */
export function endSecondFactor(): Promise<object> {
  return fetchJson("/api/v1/second-factor/end", { method: "POST", body: {} });
}
