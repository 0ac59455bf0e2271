/** Shows a placeholder with the layout of the map that is loading. */
export function FlowSkeleton() {
  return (
    <div aria-busy className="flex flex-wrap items-center gap-16 border-t border-rule py-10">
      <span className="sr-only">Loading traces</span>
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} className="h-11 w-40 rounded-sm bg-well" />
      ))}
    </div>
  );
}
