/** Decides whether the server may listen on an address, and whether only this machine can reach it. */
import { EnvironmentError } from "./environment-error";

/** Variable that allows the server to listen on an address that other machines can reach. */
export const allowOpenVariable = "RIDGEPOINT_ALLOW_OPEN";

/** Returns whether `address` is a loopback address, which only this machine can reach. */
export function isLoopback(address: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(address);
}

/** Returns whether only this machine can reach the server. The development server always listens on loopback. */
export function listensOnLoopback(address: string): boolean {
  return process.env.NODE_ENV !== "production" || isLoopback(address);
}

/**
 * Sets HOSTNAME to all addresses if it has no value, because the framework then listens on all addresses. Must be called
 * before the environment is read. The development server is not affected.
 */
export function setDefaultListenAddress(): void {
  const { HOSTNAME: address = "", NODE_ENV: mode } = process.env;
  if (mode === "production" && address === "") process.env["HOSTNAME"] = "0.0.0.0";
}

/** Throws EnvironmentError for an address that other machines can reach, unless the operator allowed it. */
export function assertMayListen(address: string, allowsOpen: boolean): void {
  if (allowsOpen || isLoopback(address)) return;
  throw new EnvironmentError(
    "HOSTNAME",
    `is ${address}, which other machines can reach`,
    `set HOSTNAME to 127.0.0.1, or put a proxy with TLS in front and set ${allowOpenVariable}=1`,
  );
}
