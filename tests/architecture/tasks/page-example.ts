/** A page that shows the answer of an endpoint, in the sidebar and the shortcuts. */
import { insertBefore, type Change } from "./task";

export const pageExample: readonly Change[] = [
  insertBefore(
    "components/layout/pages.ts",
    "  sources: {",
    `  example: {
        title: "Example",
        path: "/example",
        sidebarEntry: { title: "Example", icon: Activity },
        keys: "g>x",
      },\n`,
  ),
  {
    file: "app/(dashboard)/example/page.tsx",
    text: `import type { Metadata } from "next";
      import { ExamplePage } from "@/components/example/example-page";
      import { getPage } from "@/components/layout/pages";
      export const metadata: Metadata = { title: getPage("example").title };
      export default function Page() {
        return <ExamplePage />;
      }`,
  },
  {
    file: "components/example/example-page.tsx",
    text: `"use client";
      import { useQuery } from "@tanstack/react-query";
      import type { exampleContract } from "@/lib/contracts/example";
      import { endpointQuery } from "@/lib/client/endpoint-query";
      import { useView } from "@/lib/client/url-state";
      export function ExamplePage() {
        const [{ d }] = useView();
        const { data } = useQuery(
          endpointQuery<typeof exampleContract>("/api/v1/example", { deployment: d ?? "" }),
        );
        const requests: number | undefined = data?.requests;
        return <h1>{requests}</h1>;
      }`,
  },
  {
    file: "lib/contracts/example.ts",
    text: `import { z } from "zod";
      import { defineContract } from "./contract";
      import { emptyObject, slug } from "./fields";
      export const exampleContract = defineContract({
        id: "example",
        method: "GET",
        path: "/api/v1/example",
        timeLimitMs: 10_000,
        maxBodyBytes: 0,
        params: emptyObject,
        query: z.strictObject({ deployment: slug }),
        body: emptyObject,
        response: z.object({ requests: z.number() }),
      });`,
  },
  {
    file: "lib/services/example/read-example.ts",
    text: `import type { exampleContract } from "@/lib/contracts/example";
      import type { Handler } from "@/lib/server/handler";
      import { resolveDeployment } from "@/lib/services/deployments/resolve-deployment";
      export const readExample: Handler<typeof exampleContract> = async ({ query, principal }) => {
        const { attachments } = await resolveDeployment(query.deployment, principal.sourceScope);
        return { requests: attachments.length };
      };`,
  },
  {
    file: "app/api/v1/example/route.ts",
    text: `import { exampleContract } from "@/lib/contracts/example";
      import { route } from "@/lib/server/route";
      import { readExample } from "@/lib/services/example/read-example";
      export const GET = route({ contract: exampleContract }, readExample);`,
  },
  insertBefore("lib/server/access/policy.ts", '  overview: "view', '  example: "view deployment",\n'),
];

const rooflinePage = "app/(dashboard)/roofline/page.tsx";

/** A page whose document contains its data. */
export const answeredPageExample: readonly Change[] = [
  insertBefore(
    "app/first-queries.ts",
    "} satisfies Partial",
    "  roofline: async () => [createFirstQuery(modelsContract, listModels, modelsQuery)],\n",
  ),
  insertBefore(
    "app/first-queries.ts",
    "import { sourcesQuery }",
    `import { modelsQuery } from "@/lib/client/queries/roofline-tables";
      import { modelsContract } from "@/lib/contracts/roofline/roofline-tables";
      import { listModels } from "@/lib/services/roofline/tables/list-rows";\n`,
  ),
  insertBefore(
    rooflinePage,
    "import type { Metadata }",
    'import { PrefetchedPage } from "@/app/prefetched-page";\n',
  ),
  {
    file: rooflinePage,
    find: "Page() {",
    replacement: "Page({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {",
  },
  insertBefore(
    rooflinePage,
    "import type { Metadata }",
    'import type { SearchParams } from "nuqs/server";\n',
  ),
  {
    file: rooflinePage,
    find: "<ScopeGuard>",
    replacement: '<PrefetchedPage page="roofline" searchParams={searchParams}>',
  },
  { file: rooflinePage, find: "</ScopeGuard>", replacement: "</PrefetchedPage>" },
];
