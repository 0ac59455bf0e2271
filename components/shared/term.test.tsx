import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { glossary } from "@/lib/model/glossary";
import { Term } from "./term";

test("shows the glossary definition after the pointer enters the term", async () => {
  render(<Term id="mbu">MBU</Term>);
  expect(screen.getByText("MBU")).not.toHaveAttribute("title");
  fireEvent.pointerEnter(screen.getByText("MBU"));
  expect(await screen.findByTitle(glossary.mbu.definition)).toHaveTextContent("MBU");
});
