/** Errors of reads that are repeated. */
import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { useReadError } from "./use-lasting-error";

function createReads() {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  );
  const reads: PromiseWithResolvers<string>[] = [];
  const hook = renderHook(
    ({ name }) => {
      const query = useQuery({
        queryKey: [name],
        queryFn: () => {
          const read = Promise.withResolvers<string>();
          reads.push(read);
          return read.promise;
        },
      });
      return { error: useReadError(query), data: query.data, refetch: query.refetch };
    },
    { wrapper, initialProps: { name: "gates" } },
  );
  return { reads, ...hook };
}

test("keeps the error while a failed read is repeated, and removes it with the first data", async () => {
  const { reads, result } = createReads();
  expect(result.current.error).toBeNull();
  reads[0]?.reject(new Error("PostgreSQL does not respond"));
  await waitFor(() => expect(result.current.error?.message).toBe("PostgreSQL does not respond"));
  act(() => void result.current.refetch());
  await waitFor(() => expect(reads).toHaveLength(2));
  expect(result.current.error?.message).toBe("PostgreSQL does not respond");
  reads[1]?.resolve("list");
  await waitFor(() => expect(result.current.data).toBe("list"));
  expect(result.current.error).toBeNull();
});

test("does not show the error of one list above another that is being read", async () => {
  const { reads, result, rerender } = createReads();
  reads[0]?.reject(new Error("not found"));
  await waitFor(() => expect(result.current.error?.message).toBe("not found"));
  rerender({ name: "baselines" });
  expect(result.current.error).toBeNull();
});
