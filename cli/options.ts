/** Options of commands: parsing with error messages for people, and the address of the server. */
import { parseArgs, type ParseArgsConfig } from "node:util";
import { trimTrailing } from "@/lib/base/trim-characters";
import type { ProcessEnvironment } from "./command";

const defaultUrl = "http://127.0.0.1:3000";

type Options = NonNullable<ParseArgsConfig["options"]>;
interface ParsedOptions<O extends Options> {
  readonly args: string[];
  readonly options: O;
  readonly allowPositionals: true;
  readonly strict: true;
}

/** Parses the arguments. Returns an error message without a full stop for an unknown or incomplete option. */
export function parseOptions<const O extends Options>(
  args: readonly string[],
  options: O,
): ReturnType<typeof parseArgs<ParsedOptions<O>>> | string {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    // The TypeError of parseArgs names the invalid argument.
    if (error instanceof TypeError) return (error.message.split("\n")[0] ?? error.message).replace(/\.$/, "");
    throw error;
  }
}

/**
 * Address of a Ridgepoint server, and the API token of the requests. Without a token, the requests have no caller.
 */
export interface ApiServer {
  readonly url: string;
  readonly token: string | undefined;
}

/** Address and token of the server, or the problem of the option. */
export type ServerOption =
  | { readonly kind: "server"; readonly server: ApiServer }
  | { readonly kind: "error"; readonly problem: string };

/** Characters of a header value. */
const tokenPattern = /^[\x21-\x7e]+$/;

/**
 * Returns the address of the server with its token. The address is the option, else RIDGEPOINT_URL, else the default.
 * The token is RIDGEPOINT_TOKEN.
 */
export function resolveServer(option: string | undefined, environment: ProcessEnvironment): ServerOption {
  const token = environment["RIDGEPOINT_TOKEN"]?.trim() || undefined;
  if (token !== undefined && !tokenPattern.test(token))
    return { kind: "error", problem: "RIDGEPOINT_TOKEN is malformed: copy the API token again" };
  const text = option ?? environment["RIDGEPOINT_URL"] ?? defaultUrl;
  const url = URL.canParse(text) ? new URL(text) : null;
  return url === null || !/^https?:$/.test(url.protocol)
    ? { kind: "error", problem: `invalid URL “${text}”: it must start with http:// or https://` }
    : { kind: "server", server: { url: trimTrailing(url.href, "/"), token } };
}
