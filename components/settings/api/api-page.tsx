"use client";

import { useQuery } from "@tanstack/react-query";
import { useEndpointFilter } from "./endpoint-filter";
import { endpointQuery } from "@/lib/client/endpoint-query";
import type { ApiDescription, apiDescriptionContract } from "@/lib/contracts/installation/api-description";
import { countWithNoun } from "@/lib/format/agreement";
import { toSentence } from "@/lib/format/sentence";
import { SettingsFrame } from "@/components/settings/settings-frame";
import { Field, fieldClasses } from "@/components/ui/field";
import { EndpointDetails, OpenedDetails, SchemaText } from "./endpoint-details";
import { groupEndpoints, listEndpoints } from "./endpoint-groups";

const documentPath = "/api/v1/openapi.json";
const descriptionQuery = endpointQuery<typeof apiDescriptionContract>(documentPath, {});

/** Lists the endpoints for programs, with their rights, limits and schemas. */
export function ApiPage() {
  const { data, error, refetch } = useQuery(descriptionQuery);
  return (
    <div className="max-w-[1040px]">
      <SettingsFrame
        headline={
          <>
            <span className="font-semibold text-ink">
              {data === undefined
                ? "API"
                : `The API has ${countWithNoun(listEndpoints(data).length, "endpoint")}.`}
            </span>
            {data !== undefined && " Programs call them with an API token."}
          </>
        }
        errorText={error === null ? null : toSentence(error.message)}
        onRetry={() => void refetch()}
        loadingText={data === undefined ? "Loading the endpoints" : null}
      >
        {data !== undefined && <Endpoints description={data} />}
      </SettingsFrame>
    </div>
  );
}

function Endpoints({ description }: { readonly description: ApiDescription }) {
  const [text, setText] = useEndpointFilter();
  const groups = groupEndpoints(listEndpoints(description), text);
  return (
    <>
      <p className="mt-3">
        <a className="underline" href={documentPath} download="ridgepoint-openapi.json">
          Download the OpenAPI {description.openapi} document
        </a>
      </p>
      <search aria-label="Filter endpoints" className="mt-4 block">
        <Field label="Filter by path, method or name" className="max-w-80">
          <input
            type="search"
            className={fieldClasses}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </Field>
      </search>
      {groups.length === 0 && <p className="mt-6 text-ink-2">No endpoint contains these words.</p>}
      {groups.map(({ tag, endpoints }) => (
        <section key={tag} aria-labelledby={`endpoints-${tag}`} className="mt-6">
          <h2 id={`endpoints-${tag}`} className="pb-1 text-md font-semibold">
            {tag}
          </h2>
          <ul aria-labelledby={`endpoints-${tag}`} className="border-t border-rule">
            {endpoints.map((endpoint) => (
              <EndpointDetails key={endpoint.operation.operationId} endpoint={endpoint} />
            ))}
          </ul>
        </section>
      ))}
      {text === "" && <SharedSchemas schemas={description.components.schemas} />}
    </>
  );
}

/** Schemas that several endpoints refer to with `$ref`. */
function SharedSchemas({ schemas }: { readonly schemas: Readonly<Record<string, unknown>> }) {
  return (
    <section aria-labelledby="shared-schemas" className="mt-6">
      <h2 id="shared-schemas" className="pb-1 text-md font-semibold">
        Shared schemas
      </h2>
      <ul aria-labelledby="shared-schemas" className="border-t border-rule">
        {Object.entries(schemas).map(([name, schema]) => (
          <li key={name} className="border-b border-rule">
            <OpenedDetails summary={<code className="font-mono text-xs">{name}</code>}>
              <SchemaText label={`Schema of ${name}`} schema={schema} />
            </OpenedDetails>
          </li>
        ))}
      </ul>
    </section>
  );
}
