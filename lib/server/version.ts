/** The version of this program. */
import manifest from "@/package.json";

export const version: string = manifest.version;
