// Description of an external program: how to recognise and how to install it.

/** Place from which a tool was obtained. */
export type ToolOrigin = "PATH" | "release archive" | "Debian package" | "Go build" | "cache";

/** An installed tool that can be run. */
export interface Tool {
  readonly name: string;
  readonly version: string;
  readonly origin: ToolOrigin;
  /** Folder that contains the programs. */
  readonly folder: string;
  /** Path of each program, by its name. */
  readonly programPaths: Readonly<Record<string, string>>;
}

/** Release archive of a tool with its published checksums. */
export interface ArchiveRecipe {
  readonly version: string;
  readonly archiveUrl: string;
  readonly checksumUrl: string;
  /** The checksum file lists the archive, or the programs inside it. */
  readonly checksumSubject: "archive" | "programs";
}

/** Build of a tool with a Go toolchain. */
export interface GoRecipe {
  readonly version: string;
  /** Folder in `demo/stack/go` with the pinned module. */
  readonly moduleFolder: string;
  /** Program name → package path. */
  readonly packages: Readonly<Record<string, string>>;
  readonly linkerFlags: string;
  readonly expectedMinutes: number;
}

/** A tool, the version that the stack needs, and where to get it. */
export interface ToolRecipe {
  readonly name: string;
  readonly programNames: readonly string[];
  /** Oldest version with all features that the stack uses. */
  readonly minimumVersion: string;
  readonly versionArguments: readonly string[];
  /** Returns the version in the output of the program. Undefined if the output contains none. */
  readonly parseVersion: (output: string) => string | undefined;
  readonly archive: ArchiveRecipe | undefined;
  readonly debianPackage?: string;
  readonly goRecipe: GoRecipe;
}

/** Compares the first three numbers of two versions, so "2.42.0" is before "3.15.0". Any suffix is ignored. */
export function compareVersions(a: string, b: string): number {
  const aParts = numbersOf(a);
  const bParts = numbersOf(b);
  for (let index = 0; index < 3; index += 1) {
    const difference = (aParts[index] ?? 0) - (bParts[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function numbersOf(version: string): readonly number[] {
  return (/^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(version) ?? []).slice(1).map((part) => Number(part ?? 0));
}
