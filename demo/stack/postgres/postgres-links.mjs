// Creates the symbolic links that PostgreSQL's libraries need and npm packages cannot contain. The package creates them
// in an install script. This file does the same where install scripts are disabled.
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

/** Creates the missing links in `nativeFolder`: the package's folder `native`, or a copy of it. */
export function restorePostgresLinks(nativeFolder) {
  const list = join(nativeFolder, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8"))) {
    // Paths in the list begin with "native/".
    const link = join(nativeFolder, relative("native", target));
    const pointsTo = join(relative(dirname(target), dirname(source)), basename(source));
    try {
      symlinkSync(pointsTo, link);
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
  }
}
