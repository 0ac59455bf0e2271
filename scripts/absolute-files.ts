/** The application runs in the folder of its build, so a file named from where a person types must be named in full. */
import { resolve } from "node:path";
import { environmentVariables, type Variables } from "@/lib/server/env-variables";

/** `variables` with every variable that names a file made absolute, from `folder` on. */
export function withAbsoluteFiles(variables: Variables, folder: string): Variables {
  const absolute = { ...variables };
  for (const { name, isFile } of environmentVariables) {
    const named = variables[name]?.trim() ?? "";
    if (isFile === true && named !== "") absolute[name] = resolve(folder, named);
  }
  return absolute;
}
