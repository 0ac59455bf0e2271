import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { CompactTable } from "./figure";

test("an empty cell has no title in the list of a narrow screen", () => {
  const columns = [
    { title: "Signal", render: (row: string) => row },
    { title: "Change", render: () => "+4 %" },
    { title: "Resolution", render: () => "" },
  ];
  render(<CompactTable columns={columns} rows={["TTFT"]} getKey={(row) => row} isListOnPhones />);
  const cells = screen.getAllByRole("cell").map(({ textContent }) => textContent);
  expect(cells).toEqual(["Change+4 %", ""]);
});
