// Makes the symbolic links that npm packages cannot carry: PostgreSQL's libraries look for each other by names that
// exist only as links. The package makes them in an install script; where install scripts are off, we do.
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

/** `nativeFolder` is the package's folder `native`, or a copy of it. Links that exist are left alone. */
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
