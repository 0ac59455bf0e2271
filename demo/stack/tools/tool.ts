// What the stack knows about an outside program it runs: how to recognise it and the ways to get it.

export type ToolOrigin = "PATH" | "release archive" | "Debian package" | "Go build" | "cache";

export interface Tool {
  readonly name: string;
  readonly version: string;
  readonly origin: ToolOrigin;
  /** Folder that holds the programs. */
  readonly folder: string;
  readonly programs: Readonly<Record<string, string>>;
}

export interface ArchiveRecipe {
  readonly version: string;
  readonly archiveUrl: string;
  readonly checksumUrl: string;
  /** Whether the checksum file lists the archive or the programs inside it. */
  readonly checksumOf: "archive" | "programs";
}

export interface GoRecipe {
  readonly version: string;
  /** Folder below `demo/stack/go` with the pinned module. */
  readonly moduleFolder: string;
  /** Program name → package path. */
  readonly packages: Readonly<Record<string, string>>;
  readonly linkerFlags: string;
  readonly expectedMinutes: number;
}

export interface ToolRecipe {
  readonly name: string;
  readonly programs: readonly string[];
  /** The oldest version with everything the stack uses. */
  readonly minimumVersion: string;
  readonly versionArguments: readonly string[];
  /** Takes the version from what the program prints. */
  readonly parseVersion: (output: string) => string | undefined;
  readonly archive: ArchiveRecipe | undefined;
  readonly debianPackage?: string;
  readonly go: GoRecipe;
}

/** Orders "2.42.0" before "3.15.0", number by number; whatever follows the three numbers is ignored. */
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
