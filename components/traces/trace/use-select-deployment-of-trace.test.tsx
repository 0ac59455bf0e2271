/** A link to a trace without a deployment gets the deployment of the trace, and the trace is not requested again. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, waitFor } from "@testing-library/react";
import { NuqsTestingAdapter, type UrlUpdateEvent } from "nuqs/adapters/testing";
import { expect, test, vi } from "vitest";
import { traceQuery } from "@/lib/client/queries/traces";
import { useSelectDeploymentOfTrace, type LoadedTrace } from "./use-select-deployment-of-trace";

const trace = { traceId: "ab".repeat(16), deployment: "chat-70b" } as LoadedTrace;

function Page({ data }: { readonly data: LoadedTrace }) {
  useSelectDeploymentOfTrace(data);
  return null;
}

function show(data: LoadedTrace, search: string) {
  const onUrlUpdate = vi.fn<(event: UrlUpdateEvent) => void>();
  const cache = new QueryClient();
  render(
    <NuqsTestingAdapter searchParams={search} onUrlUpdate={onUrlUpdate}>
      <QueryClientProvider client={cache}>
        <Page data={data} />
      </QueryClientProvider>
    </NuqsTestingAdapter>,
  );
  return { onUrlUpdate, cache };
}

test("a link without a deployment gets that of the trace", async () => {
  const { onUrlUpdate, cache } = show(trace, "");
  await waitFor(() => expect(onUrlUpdate).toHaveBeenCalled());
  expect(onUrlUpdate.mock.calls.at(-1)?.[0].queryString).toBe("?d=chat-70b");
  expect(cache.getQueryData(traceQuery(trace.traceId, "raw", "chat-70b").queryKey)).toBe(trace);
});

test.each([
  ["a link with a deployment", trace, "?d=code-32b"],
  ["a trace of unknown services", { ...trace, deployment: null }, ""],
])("%s stays unchanged", (_name, data, search) => {
  expect(show(data, search).onUrlUpdate).not.toHaveBeenCalled();
});
