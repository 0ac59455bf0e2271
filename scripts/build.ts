/** `npm run build`: builds the application as `npm start` and the demo run it, and prints its folder. */
import { ensureAppBuild } from "@/demo/stack/app/app-build";
import { createLog } from "@/demo/stack/log";
import { formatFailure } from "@/demo/stack/stack-error";

try {
  process.stdout.write(`${await ensureAppBuild(createLog((text) => process.stderr.write(text)))}\n`);
} catch (error) {
  process.stderr.write(`${formatFailure(error)}\n`);
  process.exitCode = 1;
}
