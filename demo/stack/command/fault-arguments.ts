// Parses the arguments of `npm run demo -- fault ...`.
import { StackError } from "../stack-error";
import type { FaultRequest } from "./simulator-requests";

/**
 * Parses "<deployment> <fault> [on [<strength>] [<instance>]|off]". Without a deployment the command lists faults.
 * Throws `StackError`.
 */
export function parseFaultArguments(args: readonly string[], usage: string): FaultRequest {
  const [deployment = "", fault = "", wanted = "on", ...more] = args;
  if (wanted !== "on" && wanted !== "off") throw new StackError(`"${wanted}" must be on or off`, usage);
  if (deployment !== "" && fault === "") throw new StackError("the fault is missing", usage);
  const strengths = more.filter(isNumber);
  const instances = more.filter((word) => !isNumber(word));
  const [, surplus] = strengths.length > 1 ? strengths : instances;
  if (wanted === "off" && more.length > 0)
    throw new StackError(`fault ... off does not take "${more.join(" ")}"`, usage);
  if (surplus !== undefined) throw new StackError(`fault does not take "${surplus}"`, usage);
  const [strength] = strengths;
  const [instance] = instances;
  return {
    deployment,
    fault,
    wanted,
    ...(strength === undefined ? {} : { strength: Number(strength) }),
    ...(instance === undefined ? {} : { instance }),
  };
}

function isNumber(word: string): boolean {
  return /^-?(\d+(?:\.\d*)?|\.\d+)$/.test(word);
}
