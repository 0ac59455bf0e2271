/** Shows a placeholder with the layout of the rows that are loading. */
export function RowsSkeleton({ label }: { readonly label: string }) {
  return (
    <div aria-busy className="mt-3 border-t border-rule">
      <span className="sr-only">{label}</span>
      {Array.from({ length: 12 }, (_, row) => (
        <div key={row} className="h-7 border-b border-rule py-2">
          <div className="h-2.5 rounded-sm bg-well" />
        </div>
      ))}
    </div>
  );
}
