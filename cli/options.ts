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

export type ServerUrl =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "error"; readonly problem: string };

/** Returns the address of the server: the option, RIDGEPOINT_URL, or the default. */
export function resolveServerUrl(option: string | undefined, environment: ProcessEnvironment): ServerUrl {
  const text = option ?? environment["RIDGEPOINT_URL"] ?? defaultUrl;
  const url = URL.canParse(text) ? new URL(text) : null;
  return url === null || !/^https?:$/.test(url.protocol)
    ? { kind: "error", problem: `invalid URL “${text}”: it must start with http:// or https://` }
    : { kind: "url", url: trimTrailing(url.href, "/") };
}
