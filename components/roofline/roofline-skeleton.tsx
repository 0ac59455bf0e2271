/** Placeholder with the layout of the page, shown during the first read. */
export function RooflineSkeleton() {
  return (
    <div aria-busy className="grid grid-cols-1 gap-x-8 xl:grid-cols-[minmax(0,752fr)_minmax(0,384fr)]">
      <span className="sr-only">Loading the roofline</span>
      <div className="h-[600px] border-b border-l border-rule-strong" />
      <div className="flex flex-col gap-4 max-xl:hidden">
        <div className="h-5 rounded-sm bg-well" />
        <div className="h-40 rounded-sm bg-well" />
        <div className="h-64 rounded-sm bg-well" />
      </div>
    </div>
  );
}
