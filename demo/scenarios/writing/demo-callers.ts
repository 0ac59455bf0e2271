// The people of the demo as callers.
import { demoAdmin, demoEditor } from "@/lib/model/person";
import { allSources } from "@/lib/model/sources/source-scope";
import { readActivePerson } from "@/lib/server/sessions/active-person";
import { ScenarioError } from "../scenario";
import { createEndpointCaller, type EndpointCaller } from "./call-endpoint";

export interface DemoCallers {
  readonly editor: EndpointCaller;
  readonly admin: EndpointCaller;
}

/** Throws `ScenarioError` if a person of the demo does not exist, and database-unavailable. */
export async function createDemoCallers(): Promise<DemoCallers> {
  const [editor, admin] = await Promise.all([createCaller(demoEditor), createCaller(demoAdmin)]);
  return { editor, admin };
}

async function createCaller({ id, name }: typeof demoEditor | typeof demoAdmin): Promise<EndpointCaller> {
  const person = await readActivePerson({ id });
  if (person === undefined)
    throw new ScenarioError(
      `the demo has no person “${name}”, who would be the author`,
      "start a demo in a new data folder: RIDGEPOINT_DATA=<folder> npm run demo",
    );
  return createEndpointCaller({ kind: "person", ...person, sourceScope: allSources, address: null });
}
