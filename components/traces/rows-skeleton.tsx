/** In the shape of the rows that come. */
export function RowsSkeleton({ says }: { readonly says: string }) {
  return (
    <div aria-busy className="mt-3 border-t border-rule">
      <span className="sr-only">{says}</span>
      {Array.from({ length: 12 }, (_, row) => (
        <div key={row} className="h-7 border-b border-rule py-2">
          <div className="h-2.5 rounded-sm bg-well" />
        </div>
      ))}
    </div>
  );
}
