// Extracts a tool from the distribution's package, without installing it and without root.
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureFolder } from "../folders";
import type { Log } from "../log";
import { addToCache, cachedToolFolder, findToolInFolder } from "./installed";
import { lastLine, runCommand } from "./run-command";
import type { Tool, ToolRecipe } from "./tool";

/** Returns the tool from its Debian package, or the reason why the package is not available. */
export async function unpackDebianPackage(
  recipe: ToolRecipe,
  cachePath: string,
  log: Log,
): Promise<Tool | string> {
  const { debianPackage } = recipe;
  if (debianPackage === undefined) return "there is no Debian package";
  if ((await runCommand("apt-get", ["--version"])).exitCode !== 0) return "apt-get is not installed";
  if ((await runCommand("dpkg-deb", ["--version"])).exitCode !== 0) return "dpkg-deb is not installed";
  const scratch = mkdtempSync(join(ensureFolder(cachePath), "package-"));
  try {
    log(`downloading the Debian package ${debianPackage}`);
    const failure = await downloadPackage(debianPackage, scratch);
    if (failure !== undefined) return `apt-get download failed: ${failure}`;
    const file = readdirSync(scratch).find((name) => name.endsWith(".deb"));
    if (file === undefined) return "apt-get download left no package";
    const unpacked = join(scratch, "unpacked");
    const dpkg = await runCommand("dpkg-deb", ["-x", join(scratch, file), unpacked]);
    if (dpkg.exitCode !== 0) return `dpkg-deb failed: ${lastLine(dpkg.output)}`;
    const found = await findToolInFolder(recipe, join(unpacked, "usr/bin"), "Debian package");
    if (found === undefined)
      return `the package ${file} contains no usable ${recipe.name} ${recipe.minimumVersion} or newer`;
    const target = cachedToolFolder(recipe, cachePath, found.version, "Debian package");
    // Other processes may be starting the programs of a complete installation, so it is not replaced.
    const present = await findToolInFolder(recipe, target, "Debian package");
    if (present !== undefined) return present;
    await addToCache(
      target,
      async (folder) => {
        for (const [program, path] of Object.entries(found.programPaths))
          copyFileSync(path, join(folder, program));
      },
      { origin: `Debian package ${file}` },
    );
    return (
      (await findToolInFolder(recipe, target, "Debian package")) ?? "the unpacked program does not run here"
    );
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function downloadPackage(name: string, folder: string): Promise<string | undefined> {
  const first = await runCommand("apt-get", ["download", name], { cwd: folder });
  if (first.exitCode === 0) return undefined;
  // A fresh machine has no package lists. Lists in a private folder need no root.
  const state = ensureFolder(join(folder, "apt"));
  ensureFolder(join(state, "lists/partial"));
  ensureFolder(join(state, "archives/partial"));
  const aptOptions = ["-o", `Dir::State::lists=${join(state, "lists")}`, "-o", `Dir::Cache=${state}`];
  const update = await runCommand("apt-get", [...aptOptions, "update"]);
  if (update.exitCode !== 0) return lastLine(update.output);
  const second = await runCommand("apt-get", [...aptOptions, "download", name], { cwd: folder });
  return second.exitCode === 0 ? undefined : lastLine(second.output);
}
