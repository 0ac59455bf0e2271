// The link with which a visitor of the demo becomes its admin: the recovery link of an installation.
import { join } from "node:path";
import { demoAdmin } from "@/lib/model/person";
import { cloneFolder } from "../folders";
import { createTypescriptCommand } from "../process/typescript-command";
import type { StackUrls } from "../stack-plan";
import { StackError } from "../stack-error";
import { runCommand } from "../tools/run-command";

/** Returns the text with a new link; throws `StackError` if the database of the demo does not provide one. */
export async function createAdminLink(urls: StackUrls): Promise<string> {
  const script = join(cloneFolder, "scripts/admin-recover.ts");
  const { command, args } = createTypescriptCommand(script, [demoAdmin.email]);
  const env = { ...process.env, DATABASE_URL: urls.database, RIDGEPOINT_URL: urls.app };
  const { exitCode, output } = await runCommand(command, args, { cwd: cloneFolder, env });
  if (exitCode === 0) return output.trim();
  throw new StackError(`the link could not be created: ${output.trim()}`, "npm run demo -- status");
}
