/** Version of Ridgepoint. */
import manifest from "@/package.json";

/** Version of Ridgepoint, from package.json. */
export const version: string = manifest.version;
