// Parses the arguments of `npm run demo -- fault ...`.
import { StackError } from "../stack-error";
import type { FaultRequest } from "./simulator-requests";

/**
 * Parses "<deployment> <fault> [on [<strength>] [<instance>]|off]". Without a deployment the command lists faults.
 * Throws `StackError`.
 */
export function parseFaultArguments(args: readonly string[], usageText: string): FaultRequest {
  const [deployment = "", fault = "", requestedState = "on", ...more] = args;
  if (requestedState !== "on" && requestedState !== "off")
    throw new StackError(`"${requestedState}" must be on or off`, usageText);
  if (deployment !== "" && fault === "") throw new StackError("the fault is missing", usageText);
  const strengths = more.filter(isNumber);
  const instances = more.filter((word) => !isNumber(word));
  const [, surplus] = strengths.length > 1 ? strengths : instances;
  if (requestedState === "off" && more.length > 0)
    throw new StackError(`fault ... off does not take "${more.join(" ")}"`, usageText);
  if (surplus !== undefined) throw new StackError(`fault does not take "${surplus}"`, usageText);
  const [strength] = strengths;
  const [instanceName] = instances;
  return {
    deployment,
    fault,
    requestedState,
    ...(strength === undefined ? {} : { strength: Number(strength) }),
    ...(instanceName === undefined ? {} : { instanceName }),
  };
}

function isNumber(word: string): boolean {
  return /^-?(\d+(?:\.\d*)?|\.\d+)$/.test(word);
}
