/** Decides whether the server may listen on an address. There is no sign-in, and clients choose their Host header. */
import { EnvironmentError } from "./environment-error";

export const allowOpenVariable = "RIDGEPOINT_ALLOW_OPEN";

/** Returns whether only this machine can reach `address`. */
export function isLoopback(address: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(address);
}

/** Throws EnvironmentError for an address that other machines can reach, unless the operator allowed it. */
export function assertMayListen(address: string, allowsOpen: boolean): void {
  if (allowsOpen || isLoopback(address)) return;
  throw new EnvironmentError(
    "HOSTNAME",
    `is ${address}, which other machines can reach without signing in`,
    `set HOSTNAME to 127.0.0.1, or limit who can reach the port and set ${allowOpenVariable}=1`,
  );
}
