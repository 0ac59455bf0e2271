/** `npm start`: runs the built application against your Prometheus and Jaeger; see docs/configuration.md. */
import { serveApp } from "@/demo/stack/app/serve";
import { formatFailure } from "@/demo/stack/stack-error";
import { EnvironmentError } from "@/lib/server/environment/environment-error";
import { makeFilesAbsolute } from "./start-checks/absolute-files";
import { checkStart } from "./start-checks/start-check";

try {
  const variables = makeFilesAbsolute(process.env, process.cwd());
  await checkStart(variables);
  process.exitCode = await serveApp(variables);
} catch (error) {
  const isMisconfigured = error instanceof EnvironmentError;
  process.stderr.write(`${isMisconfigured ? error.message : formatFailure(error)}\n`);
  // 64: wrong usage, as in sysexits.h.
  process.exitCode = isMisconfigured ? 64 : 1;
}
